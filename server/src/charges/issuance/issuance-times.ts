/**
 * How long a process has the lease on a charge while it checks the issuance at the network. Longer than a GET and a
 * PUT may take, so that no second process sends another PUT at the same time.
 */
export const CHECKING_LEASE_MS = 30_000

/** The delays between the checks of an issuance with an unknown outcome: 2 s, 5 s, 15 s, 60 s, then 5 min. */
const CHECK_DELAYS_MS = [2_000, 5_000, 15_000, 60_000] as const
const CHECK_DELAY_MS_LAST = 300_000

/** Returns the delay before check number `count` (from 0), in milliseconds. */
export const checkDelayMs = (count: number): number => CHECK_DELAYS_MS[count] ?? CHECK_DELAY_MS_LAST
