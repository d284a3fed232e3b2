import type { WebhookEvent } from './generated/types.gen.ts'

/**
 * Thrown when the signature of a webhook is missing or wrong, or when its time differs too much from the current time.
 * The receiver should answer the request with 400.
 */
export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError'
}

/** A received webhook, and what is needed to verify its signature. */
export interface SignedWebhook {
  /** The whole signing secret, including the prefix `whsec_`. */
  secret: string
  /** The header `x-svc-signature`. */
  signature: string | null | undefined
  /** The raw body of the request, before JSON parsing. */
  body: string | Uint8Array
  /** The current time; by default, the time of the machine's clock. */
  now?: Date
  /** The maximum accepted difference between the time of the signature and the current time; by default, 300. */
  toleranceSeconds?: number
}

/**
 * Verifies the signature of a webhook and returns its event. The receiver should ignore an event whose `type` it does
 * not know.
 * @throws WebhookSignatureError when the signature is not valid.
 */
export async function verifyWebhook(webhook: SignedWebhook): Promise<WebhookEvent> {
  const { secret, body, now = new Date(), toleranceSeconds = 300 } = webhook
  const pairs = (webhook.signature ?? '').split(',').map((part) => part.trim().split('=', 2))
  const t = pairs.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(t)) throw new WebhookSignatureError('The header x-svc-signature has no time.')
  if (Math.abs(now.getTime() / 1_000 - Number(t)) > toleranceSeconds)
    throw new WebhookSignatureError('The signature is too old, or the clock of this machine is wrong.')
  const raw = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = concat(new TextEncoder().encode(`${t}.`), raw)
  const key = await importKey(secret)
  for (const [name, hex = ''] of pairs) {
    if (name !== 'v1' || !/^[0-9a-f]{64}$/.test(hex)) continue
    // `crypto.subtle.verify` compares in constant time.
    if (await crypto.subtle.verify('HMAC', key, bytesOf(hex), signed)) return JSON.parse(textOf(raw))
  }
  throw new WebhookSignatureError('No signature matches the body and the secret.')
}

const importKey = (secret: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16)
  return bytes
}
