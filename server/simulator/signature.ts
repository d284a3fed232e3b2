import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * `stale`: the signature is correct, but its time differs from the time of receipt by more than 300 s.
 * `unknown_secret`: the inbox has no secret for the path.
 */
export type SignatureStatus = 'valid' | 'invalid' | 'unknown_secret' | 'stale'

const TOLERANCE_S = 300

export interface Signed {
  /** The `x-svc-signature` header. */
  signature: string | undefined
  body: Buffer
  receivedMs: number
}

/**
 * Verifies a delivery as a receiver should: HMAC-SHA256 of `t.body` with the full secret, and a time at most 300 s
 * before or after the receipt.
 */
export function checkSignature(
  { signature, body, receivedMs }: Signed,
  secrets: readonly string[],
): SignatureStatus {
  const fields = (signature ?? '').split(',').map((part) => part.trim().split('='))
  const time = fields.find(([name]) => name === 't')?.[1]
  const candidates = fields.filter(([name]) => name === 'v1').map(([, value]) => value ?? '')
  if (time === undefined || !/^\d{1,12}$/.test(time) || candidates.length === 0) return 'invalid'
  if (secrets.length === 0) return 'unknown_secret'
  const expected = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex'),
  )
  if (!expected.some((hex) => candidates.some((value) => sameHex(hex, value)))) return 'invalid'
  return Math.abs(receivedMs / 1000 - Number(time)) > TOLERANCE_S ? 'stale' : 'valid'
}

const sameHex = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
