import type { Expiry } from '../i18n/people/api-keys.ts'

const DAY_MS = 86_400_000

/** When a key made at a moment (in milliseconds) ends, as a UTC instant; null when it has no end. */
export function expiryInstant(expiry: Expiry, now: number): string | null {
  return expiry === 'never' ? null : new Date(now + Number(expiry) * DAY_MS).toISOString()
}
