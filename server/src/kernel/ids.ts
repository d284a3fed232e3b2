import { randomBytes, randomFillSync } from 'node:crypto'

/** The only source of identifiers and chance. */
export interface Ids {
  /** A UUIDv7: time-ordered, so that fresh rows sit together in every index. */
  uuid(now: Date): string
  /** `length` unpredictable bytes. */
  bytes(length: number): Buffer
}

export const systemIds: Ids = {
  uuid: (now) => uuidV7(now, takeChance()),
  bytes: (length) => randomBytes(length),
}

const CHANCE_BYTES = 10
/** Unpredictable bytes for hundreds of ids, each used once: asking the system for every id costs more than making it. */
const chances = Buffer.alloc(CHANCE_BYTES * 400)
let taken = chances.length

function takeChance(): Buffer {
  if (taken === chances.length) {
    randomFillSync(chances)
    taken = 0
  }
  taken += CHANCE_BYTES
  return chances.subarray(taken - CHANCE_BYTES, taken)
}

/** RFC 9562, version 7: 48 bits of Unix milliseconds, then 74 of chance. */
export function uuidV7(now: Date, chance: Buffer): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(now.getTime(), 0, 6)
  chance.copy(bytes, 6, 0, 10)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether `text` is written as a UUID, of any version and letter case. */
export const isUuid = (text: string): boolean => UUID.test(text)
