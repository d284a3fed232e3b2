const KEY_BYTES = 16

/** Returns 128 random bits in hexadecimal, for example for an idempotency key. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
