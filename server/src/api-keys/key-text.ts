import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** The first characters of a key for each environment. */
const MARKERS = { production: 'svc_live_', sandbox: 'svc_test_' } as const
export type KeyEnvironment = keyof typeof MARKERS
const PREFIX_CHARS = 12
const SECRET_BYTES = 32
/** The length of the secret: 43 base-62 digits represent 256 bits (62^43 > 2^256). */
const SECRET_CHARS = 43
const CHECKSUM_CHARS = 6
const FORM = new RegExp(
  `^(?:${Object.values(MARKERS).join('|')})[0-9A-Za-z]{${PREFIX_CHARS}}_[0-9A-Za-z]{${SECRET_CHARS + CHECKSUM_CHARS}}$`,
)

/** The number of random bytes in a key: nine for the public prefix, the rest for the secret. */
export const KEY_RANDOM_BYTES = 9 + SECRET_BYTES

/** Formats a key: marker, public prefix, `_`, secret, checksum. `random` contains `KEY_RANDOM_BYTES` random bytes. */
export function writeKey(
  random: Buffer,
  environment: KeyEnvironment = 'production',
): { key: string; prefix: string } {
  const prefix = MARKERS[environment] + base62(random.subarray(0, 9), PREFIX_CHARS)
  const body = `${prefix}_${base62(random.subarray(9), SECRET_CHARS)}`
  return { key: body + checksum(body), prefix }
}

/**
 * Returns whether a text has the format of a key with a valid checksum. The checksum detects typing errors and keys of
 * other services without a database query. A valid checksum does not mean that the key exists.
 */
export function isWellFormedKey(text: string): boolean {
  if (!FORM.test(text)) return false
  const body = text.slice(0, -CHECKSUM_CHARS)
  return checksum(body) === text.slice(-CHECKSUM_CHARS)
}

/**
 * Returns the environment to which a key belongs according to its first characters. Does not check the rest of the key.
 */
export const environmentOfKey = (key: string): KeyEnvironment =>
  key.startsWith(MARKERS.sandbox) ? 'sandbox' : 'production'

/** Returns the stored hash of a key. A plain SHA-256 is enough, because the secret has 256 random bits. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

const checksum = (body: string): string => toBase62(BigInt(crc32(body)), CHECKSUM_CHARS)

const base62 = (bytes: Buffer, length: number): string =>
  toBase62(BigInt(`0x${bytes.toString('hex')}`), length)

/** Returns the last `length` base-62 digits of a number. */
function toBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text
  return text
}
