import { randomBytes, randomFillSync } from 'node:crypto'

/** The only source of identifiers and randomness. */
export interface Ids {
  /** Returns a UUIDv7. UUIDs sort by creation time, so new rows are next to each other in indexes by id. */
  uuid(now: Date): string
  /** Returns `length` bytes of a cryptographic random generator. */
  bytes(length: number): Buffer
}

export const systemIds: Ids = {
  uuid: (now) => uuidV7(now, takeRandomBytes(UUID_RANDOM_BYTES)),
  bytes: (length) => (length > POOLED_BYTES_MAX ? randomBytes(length) : Buffer.from(takeRandomBytes(length))),
}

const UUID_RANDOM_BYTES = 10
/** The maximum length of a result of `bytes` that comes from the pool. The nonce of a sealed value has 12 bytes. */
const POOLED_BYTES_MAX = 16
/**
 * A pool of random bytes. Each byte is used only once. The pool saves system calls, because one call for each id would
 * take longer than all other steps of creating the id.
 */
const pool = Buffer.alloc(4096)
let taken = pool.length

/** Returns a view of the next bytes of the pool. The caller must copy these bytes before the next call. */
function takeRandomBytes(length: number): Buffer {
  if (taken + length > pool.length) {
    randomFillSync(pool)
    taken = 0
  }
  taken += length
  return pool.subarray(taken - length, taken)
}

/** Returns a UUID of version 7 (RFC 9562): 48 bits of Unix milliseconds, then 74 of the 80 bits of `random`. */
export function uuidV7(now: Date, random: Buffer): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  random.copy(bytes, 6, 0, 10)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns whether `text` has the form of a UUID, of any version and letter case. */
export const isUuid = (text: string): boolean => UUID.test(text)

/** Returns the time in a UUIDv7, with millisecond precision. The id must have been created by `Ids.uuid`. */
export const timeOfUuid = (id: string): Date => new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
