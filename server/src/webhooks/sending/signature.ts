import { createHmac } from 'node:crypto'
import { constantTimeEqual } from '../../kernel/vault.ts'

/** The maximum accepted difference between the timestamp of a signature and the receiver's clock, in seconds. */
export const SIGNATURE_TOLERANCE_SECONDS = 300

/**
 * Returns the header `x-svc-signature` for an attempt at `at`: `t=<unix seconds>,v1=<hex>`, with one `v1` for each
 * secret. `v1` is the HMAC-SHA256 of `t + "." + body`. The key is the whole secret as text, including its prefix,
 * without decoding.
 */
export function signatureHeader(secrets: readonly string[], body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return [`t=${seconds}`, ...secrets.map((secret) => `v1=${digest(secret, seconds, body)}`)].join(',')
}

/**
 * Verifies a signature as a receiver does: true when any `v1` matches and `t` is within the tolerance of `now`. Ignores
 * unknown schemes.
 */
export function isSignedBy(secret: string, header: string, body: string, now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim())
  const seconds = Number(parts.find((part) => part.startsWith('t='))?.slice(2) ?? NaN)
  if (!(Math.abs(now.getTime() / 1000 - seconds) <= SIGNATURE_TOLERANCE_SECONDS)) return false
  const wanted = `v1=${digest(secret, seconds, body)}`
  return parts.filter((part) => constantTimeEqual(part, wanted)).length > 0
}

function digest(secret: string, seconds: number, body: string): string {
  return createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex')
}
