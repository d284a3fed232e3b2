import { createHash } from 'node:crypto'

/** The value used as previous hash of the first link. */
export const GENESIS = Buffer.from([0])

const VERSION_BYTE = Buffer.from([1])

/** The content of an audit entry, with its JSON values in PostgreSQL's text form. */
export interface LinkedEntry {
  seq: bigint
  id: string
  occurredAt: Date
  actor: string
  role: string | null
  action: string
  targetType: string
  targetId: string | null
  merchantId: string | null
  reason: string | null
  /** The values before the action, as JSON in the text form of jsonb. */
  before: string | null
  after: string | null
  ip: string | null
  userAgent: string | null
  correlationId: string
}

/**
 * Computes the hash of an entry, independently of the SQL function that creates the links. The hash is SHA-256 over the
 * previous hash, a version byte, and every field. A field is written as its length in bytes, a colon and its text, such
 * as `3:cli`; a null field is written as `-`. Times are microseconds since 1970.
 */
export function hashOf(entry: LinkedEntry, previous: Buffer): Buffer {
  const fields = [
    entry.seq.toString(),
    entry.id,
    (BigInt(entry.occurredAt.getTime()) * 1_000n).toString(),
    entry.actor,
    entry.role,
    entry.action,
    entry.targetType,
    entry.targetId,
    entry.merchantId,
    entry.reason,
    entry.before,
    entry.after,
    entry.ip,
    entry.userAgent,
    entry.correlationId,
  ]
  return createHash('sha256')
    .update(previous)
    .update(VERSION_BYTE)
    .update(fields.map(canonical).join(''), 'utf8')
    .digest()
}

const canonical = (field: string | null): string =>
  field === null ? '-' : `${Buffer.byteLength(field, 'utf8')}:${field}`
