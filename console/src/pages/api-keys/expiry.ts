import type { Expiry } from './texts.ts'
import { DAY_MS } from '../../lib/time/day.ts'

/**
 * Returns the UTC instant at which a key created at `now` (milliseconds) expires; null for a key that never expires.
 */
export function expiryInstant(expiry: Expiry, now: number): string | null {
  return expiry === 'never' ? null : new Date(now + Number(expiry) * DAY_MS).toISOString()
}
