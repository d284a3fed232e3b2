import { decodeTime, ulid } from 'ulid'
import type { Ids } from '../../kernel/ids.ts'

const CHANCE_BYTES = 16

/** `evt_` and a ULID of the moment and of chance. */
export function newEventId(ids: Ids, now: Date): string {
  const chance = ids.bytes(CHANCE_BYTES)
  let used = 0
  return `evt_${ulid(now.getTime(), () => chance.readUInt8(used++) / 256)}`
}

/** Whether `text` is written as an event id. */
export const isEventId = (text: string): boolean => /^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text)

/** When the event was recorded, to the millisecond: the key of its partition. Only for what `isEventId` accepts. */
export const eventCreatedAt = (eventId: string): Date => new Date(decodeTime(eventId.slice('evt_'.length)))
