/**
 * The lease of a process on a return while it calls the network. A GET and a PUT may take 5 s each, token and
 * repetition included. The lease is longer, so that no second process sends another PUT at the same time.
 */
export const REQUEST_LEASE_MS = 30_000

/** The backoff of a return whose outcome is unknown: 2 s, 5 s, 15 s, 60 s, then 5 min. */
const RETRY_DELAYS_MS = [2_000, 5_000, 15_000, 60_000] as const
const RETRY_DELAY_MS_LAST = 300_000

/** Returns the delay after attempt number `attempts` (from 1), in milliseconds. */
export const retryDelayMs = (attempts: number): number => RETRY_DELAYS_MS[attempts - 1] ?? RETRY_DELAY_MS_LAST
