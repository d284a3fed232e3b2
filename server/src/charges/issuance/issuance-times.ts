/** How long a first call owns its charge; longer than any call to the network may take, token included. */
export const ISSUING_LEASE_MS = 15_000

/** How long a repeated call waits for the first one (`contract` section 3), and how often it looks. */
export const WAIT_MS_MAX = 10_000
export const WAIT_STEP_MS = 40

/**
 * How long one process owns a charge that it asks the network about: clearly longer than a GET and a PUT may take, so
 * that no second process sends another PUT meanwhile.
 */
export const CHECKING_LEASE_MS = 30_000

/** When a charge whose issuance is unknown is asked about: after 2 s, 5 s, 15 s, 60 s, then every 5 minutes. */
const CHECK_DELAYS_MS = [2_000, 5_000, 15_000, 60_000] as const
const CHECK_DELAY_MS_LAST = 300_000

/** The delay before check number `count` (from 0). */
export const checkDelayMs = (count: number): number => CHECK_DELAYS_MS[count] ?? CHECK_DELAY_MS_LAST
