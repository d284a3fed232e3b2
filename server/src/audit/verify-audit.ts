import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { GENESIS, hashOf, type LinkedEntry } from './chain.ts'

/** Where the chain ended when it was looked at. Kept outside the database, it proves that nothing before it changed. */
export interface AuditHead {
  position: bigint
  /** Hex. */
  hash: string
}

/** The first thing that does not hold. */
export interface AuditFault {
  /** In the chain; null for a line that no link holds. */
  position: bigint | null
  seq: bigint | null
  id: string | null
  what: string
}

export interface AuditVerdict {
  sound: boolean
  linesCount: bigint
  head: AuditHead
  fault: AuditFault | null
}

interface Link extends LinkedEntry {
  position: bigint
  entrySeq: bigint
  prevHash: Buffer
  hash: Buffer
  hashVersion: number
}

/** A link whose line is gone has nothing but itself. */
type Read = Omit<Link, keyof LinkedEntry> & { [Key in keyof LinkedEntry]: LinkedEntry[Key] | null }

const BATCH = 1_000
/** People's clocks may differ by so much from one process to another. */
const CLOCKS_APART_MS = 10 * 60_000

/**
 * Walks the record from its first line: every link there, each holding the hash of the one before and of its line, no
 * line without a link, none dated long before the one linked before it, the head at the end. `known` is a head that
 * was noted earlier: it must still stand. Names the first thing that does not hold.
 */
export async function verifyAudit(ctx: Context, known?: AuditHead): Promise<AuditVerdict> {
  const [head] = await sql<{ position: bigint; hash: Buffer }>(ctx, 'select position, hash from audit_head')
  if (!head) throw new Error('audit: the chain has no head')
  const walk = new Walk(known)
  while (walk.fault === null && walk.position < head.position) {
    const rows = await sql<Read>(ctx, LINKS, [walk.position, head.position, BATCH])
    if (rows.length === 0) walk.gap()
    for (const row of rows) walk.step(row)
  }
  const fault = walk.fault ?? (await findUnlinked(ctx)) ?? walk.end(head.hash)
  return {
    sound: fault === null,
    linesCount: walk.position,
    head: { position: head.position, hash: head.hash.toString('hex') },
    fault,
  }
}

class Walk {
  position = 0n
  fault: AuditFault | null = null
  #hash: Buffer = GENESIS
  #at = new Date(0)
  readonly #known: AuditHead | undefined

  constructor(known: AuditHead | undefined) {
    this.#known = known
  }

  gap(): void {
    this.fault = { position: this.position + 1n, seq: null, id: null, what: 'the link is gone' }
  }

  step(row: Read): void {
    if (this.fault !== null) return
    if (row.position !== this.position + 1n) {
      this.gap()
      return
    }
    const what = this.#whatIsWrong(row)
    if (what !== null) this.fault = { position: row.position, seq: row.seq ?? row.entrySeq, id: row.id, what }
    this.position = row.position
    this.#hash = row.hash
    this.#at = row.occurredAt ?? this.#at
  }

  #whatIsWrong(row: Read): string | null {
    if (!isWhole(row)) return 'the line is gone'
    if (!row.prevHash.equals(this.#hash)) return 'the hash before it is not that of the link before it'
    if (row.hashVersion !== 1) return `hash version ${row.hashVersion} is unknown`
    if (!hashOf(row, row.prevHash).equals(row.hash))
      return 'its hash is not that of its content: it was altered'
    if (row.occurredAt.getTime() < this.#at.getTime() - CLOCKS_APART_MS)
      return 'it is dated long before the line recorded before it'
    if (this.#known?.position === row.position && this.#known.hash !== row.hash.toString('hex'))
      return 'its hash is not the one that was noted: the record before it was written anew'
    return null
  }

  end(headHash: Buffer): AuditFault | null {
    const at = { position: this.position, seq: null, id: null }
    if (!headHash.equals(this.#hash)) return { ...at, what: "the head's hash is not that of the last link" }
    if (this.#known && this.#known.position > this.position)
      return { ...at, what: 'the record ends before the line that was noted' }
    return null
  }
}

const isWhole = (row: Read): row is Link => row.seq !== null && row.occurredAt !== null

/** A line that nothing links: written by somebody who turned the trigger off. */
async function findUnlinked(ctx: Context): Promise<AuditFault | null> {
  const [row] = await sql<{ seq: bigint; id: string }>(
    ctx,
    `select seq, id from audit_entry e where not exists (select from audit_link l where l.entry_seq = e.seq)
     order by seq limit 1`,
  )
  return row ? { position: null, ...row, what: 'no link holds it: it was put in beside the chain' } : null
}

const LINKS = `
  select l.position, l.entry_seq as "entrySeq", l.prev_hash as "prevHash", l.hash, l.hash_version as "hashVersion",
    e.seq, e.id, e.occurred_at as "occurredAt", e.actor, e.role, e.action, e.target_type as "targetType",
    e.target_id as "targetId", e.merchant_id as "merchantId", e.reason, e.before::text, e.after::text, e.ip,
    e.user_agent as "userAgent", e.correlation_id as "correlationId"
  from audit_link l left join audit_entry e on e.seq = l.entry_seq
  where l.position > $1 and l.position <= $2 order by l.position limit $3`
