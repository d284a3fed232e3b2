import { createHash } from 'node:crypto'
import type { JournalRow } from './journal-row.ts'

/** The hash before the first entry of every book. */
export const GENESIS = Buffer.from([0])

const VERSION_BYTE = Buffer.from([1])

/**
 * The hash that an entry must carry, by the canonical form of the posting function and independently of it:
 * SHA-256 over the previous hash, a version byte, and every field as `<octets>:<text>` (`-` when absent), times in
 * microseconds since 1970, lines in order.
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
