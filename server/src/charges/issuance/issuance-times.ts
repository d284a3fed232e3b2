/**
 * The lease that a process has on a charge while it checks the issuance at the PSP, in milliseconds. It is longer than
 * a GET and a PUT may take, so that no other process sends another PUT at the same time.
 */
export const CHECKING_LEASE_MS = 30_000

/** The delays before the checks of an unknown issuance: 2 s, 5 s, 15 s, 60 s, then always 5 min. */
const CHECK_DELAYS_MS = [2_000, 5_000, 15_000, 60_000] as const
const CHECK_DELAY_MS_LAST = 300_000

/** Returns the delay in milliseconds before the check with number `count`, counted from 0. */
export const checkDelayMs = (count: number): number => CHECK_DELAYS_MS[count] ?? CHECK_DELAY_MS_LAST
