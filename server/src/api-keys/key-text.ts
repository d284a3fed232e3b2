import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const MARK = 'svc_live_'
const PREFIX_CHARS = 12
const SECRET_BYTES = 32
/** 62^43 is the first power above 2^256. */
const SECRET_CHARS = 43
const CHECKSUM_CHARS = 6
const FORM = new RegExp(`^${MARK}[0-9A-Za-z]{${PREFIX_CHARS}}_[0-9A-Za-z]{${SECRET_CHARS + CHECKSUM_CHARS}}$`)

/** How many bytes of chance a key needs: nine for the public prefix, the rest for the secret. */
export const KEY_RANDOM_BYTES = 9 + SECRET_BYTES

/** Writes a key: mark, public prefix, `_`, secret, checksum. `chance` is `KEY_RANDOM_BYTES` unpredictable bytes. */
export function writeKey(chance: Buffer): { key: string; prefix: string } {
  const prefix = MARK + base62(chance.subarray(0, 9), PREFIX_CHARS)
  const body = `${prefix}_${base62(chance.subarray(9), SECRET_CHARS)}`
  return { key: body + checksum(body), prefix }
}

/**
 * Whether the text is written as a key, checksum included. Tells a typo, or a key of some other service, without
 * asking the database; says nothing about whether such a key exists.
 */
export function isWellFormedKey(text: string): boolean {
  if (!FORM.test(text)) return false
  const body = text.slice(0, -CHECKSUM_CHARS)
  return checksum(body) === text.slice(-CHECKSUM_CHARS)
}

/** What is kept of a key. A plain hash is enough: the secret is 256 bits of chance, which nobody guesses. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest()

const checksum = (body: string): string => toBase62(BigInt(crc32(body)), CHECKSUM_CHARS)

const base62 = (bytes: Buffer, length: number): string =>
  toBase62(BigInt(`0x${bytes.toString('hex')}`), length)

/** The last `length` digits of the number in base 62. */
function toBase62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text
  return text
}
