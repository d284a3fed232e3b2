import { createHash } from 'node:crypto'
import type { JournalRow } from './journal-row.ts'

/** The value used as previous hash of the first entry in every journal. */
export const GENESIS = Buffer.from([0])

const VERSION_BYTE = Buffer.from([1])

/**
 * Returns the hash that an entry must have. This function computes the hash independently of the database function that
 * posts entries, so that an error in that function is detected. The hash is the SHA-256 of the previous hash, then a
 * version byte, then the fields in `hashOf`, in that order. A field is written as its length in UTF-8 bytes, a colon
 * and its text, for example `5:hello`; an absent field is written as `-`. Times are microseconds since 1970, and lines
 * are in the order of their numbers.
 */
export function hashOf(merchantId: string, entry: JournalRow, previous: Buffer): Buffer {
  const fields = [
    merchantId,
    entry.seq.toString(),
    entry.id,
    entry.eventType,
    entry.description,
    entry.sourceType,
    entry.sourceId,
    entry.dedupeKey,
    entry.reversesId,
    microseconds(entry.economicAt),
    microseconds(entry.postedAt),
    entry.actor,
    entry.correlationId,
    ...entry.lines.flatMap((line) => [
      line.code,
      line.debitCents.toString(),
      line.creditCents.toString(),
      line.chargeId,
      line.paymentId,
      line.caseId,
      line.payoutId,
    ]),
  ]
  return createHash('sha256')
    .update(previous)
    .update(VERSION_BYTE)
    .update(fields.map(canonical).join(''), 'utf8')
    .digest()
}

const microseconds = (date: Date): string => (BigInt(date.getTime()) * 1_000n).toString()

const canonical = (field: string | null): string =>
  field === null ? '-' : `${Buffer.byteLength(field, 'utf8')}:${field}`
