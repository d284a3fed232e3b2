/**
 * How long one process owns a return that it asks the network about: clearly longer than a GET and a PUT may take (5 s
 * each, token and repetition included), so that no second process sends another PUT meanwhile.
 */
export const REQUEST_LEASE_MS = 30_000

/** When the network is asked again about a return that has not ended: after 2 s, 5 s, 15 s, 60 s, then every 5 min. */
const ASK_DELAYS_MS = [2_000, 5_000, 15_000, 60_000] as const
const ASK_DELAY_MS_LAST = 300_000

/** The delay after attempt number `attempts` (from 1). */
export const retryDelayMs = (attempts: number): number => ASK_DELAYS_MS[attempts - 1] ?? ASK_DELAY_MS_LAST
