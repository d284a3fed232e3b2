import type { Expiry } from './texts.ts'

const DAY_MS = 86_400_000

/**
 * Returns the UTC instant at which a key created at `now` (milliseconds) expires; null for a key that never expires.
 */
export function expiryInstant(expiry: Expiry, now: number): string | null {
  return expiry === 'never' ? null : new Date(now + Number(expiry) * DAY_MS).toISOString()
}
