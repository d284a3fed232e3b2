import { createHash } from 'node:crypto'

/** The hash before the first link. */
export const GENESIS = Buffer.from([0])

const VERSION_BYTE = Buffer.from([1])

/** A line of the record with its texts as the database writes them, and the link that should hold it. */
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
  /** JSON, as PostgreSQL prints its jsonb. */
  before: string | null
  after: string | null
  ip: string | null
  userAgent: string | null
  correlationId: string
}

/**
 * The hash that a line must carry, by the canonical form of the linking function and independently of it: SHA-256 over
 * the previous hash, a version byte, and every field as `<octets>:<text>` (`-` when absent), moments in microseconds
 * since 1970.
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
