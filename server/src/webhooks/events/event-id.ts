import { decodeTime, ulid } from 'ulid'
import type { Ids } from '../../kernel/ids.ts'

const RANDOM_BYTES = 16

/** Creates an event id: `evt_` and a ULID of `now`. */
export function newEventId(ids: Ids, now: Date): string {
  const random = ids.bytes(RANDOM_BYTES)
  let used = 0
  return `evt_${ulid(now.getTime(), () => random.readUInt8(used++) / 256)}`
}

/** Returns whether `text` has the format of an event id. */
export const isEventId = (text: string): boolean => /^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text)

/**
 * Returns the time that an event id contains: when the event was recorded, to the millisecond. This time is the
 * partition key of the event's row. Pass only ids that `isEventId` accepts.
 */
export const eventCreatedAt = (eventId: string): Date => new Date(decodeTime(eventId.slice('evt_'.length)))
