import type { Expiry } from './texts.ts'

const DAY_MS = 86_400_000

/** Returns when a key created at `now` (milliseconds) expires, as a UTC instant; null when it never does. */
export function expiryInstant(expiry: Expiry, now: number): string | null {
  return expiry === 'never' ? null : new Date(now + Number(expiry) * DAY_MS).toISOString()
}
