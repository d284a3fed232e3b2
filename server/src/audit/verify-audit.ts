import { throwIfAborted, type Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { withinMs } from '../kernel/database/within-ms.ts'
import { GENESIS, hashOf, type LinkedEntry } from './chain.ts'

/**
 * The last link of the hash chain at the time of reading. A copy stored outside the database can prove later that the
 * entries up to this link were not changed.
 */
export interface AuditHead {
  position: bigint
  /** The hash of the link in hexadecimal. */
  hash: string
}

/** The first fault that a verification found in the audit log. */
export interface AuditFault {
  /** The position of the faulty link in the chain; null for an entry without a link. */
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

/** A link joined with its entry. All fields of the entry are null when the entry is missing. */
type Row = Omit<Link, keyof LinkedEntry> & { [Key in keyof LinkedEntry]: LinkedEntry[Key] | null }

const BATCH = 1_000
/**
 * The time limit of the search for entries without a link, in milliseconds. The search reads the whole audit log in one
 * SQL statement.
 */
const UNLINKED_MS = 30 * 60_000
const UNLINKED =
  'no link of the hash chain names it: it was inserted while the trigger that adds links was disabled, or its link was deleted'
/** The allowed difference between the clocks of two processes, in milliseconds. */
const CLOCK_SKEW_MS_MAX = 10 * 60_000

/**
 * Verifies the hash chain of the audit log from its first link to its head. Every link must exist and match its entry
 * and the previous link. Every entry must have a link. No entry may be much older than the entry before it.
 * `expectedHead` is a head that was recorded earlier: the chain must contain a link with this position and hash. The
 * verdict contains the first fault, if there is one.
 * @throws Error when the chain has no head.
 */
export async function verifyAudit(ctx: Context, expectedHead?: AuditHead): Promise<AuditVerdict> {
  const head = await db(ctx).selectFrom('audit_head').select(['position', 'hash']).executeTakeFirst()
  if (!head) throw new Error('BUG: verifyAudit: table audit_head is empty')
  const verifier = new ChainVerifier(expectedHead)
  while (verifier.fault === null && verifier.position < head.position) {
    throwIfAborted(ctx)
    const rows = await readLinks(ctx, verifier.position, head.position)
    if (rows.length === 0) verifier.addGap()
    for (const row of rows) verifier.add(row)
  }
  const unlinked = () => withinMs(ctx, UNLINKED_MS, findUnlinked)
  const fault = verifier.fault ?? (await unlinked()) ?? verifier.finish(head.hash)
  return {
    sound: fault === null,
    linesCount: verifier.position,
    head: { position: head.position, hash: head.hash.toString('hex') },
    fault,
  }
}

/** Verifies links in the order of the chain and records the first fault that it finds. */
class ChainVerifier {
  position = 0n
  fault: AuditFault | null = null
  #hash: Buffer = GENESIS
  #at = new Date(0)
  readonly #expectedHead: AuditHead | undefined

  constructor(expectedHead: AuditHead | undefined) {
    this.#expectedHead = expectedHead
  }

  addGap(): void {
    this.fault = { position: this.position + 1n, seq: null, id: null, what: 'the link is missing' }
  }

  add(row: Row): void {
    if (this.fault !== null) return
    if (row.position !== this.position + 1n) {
      this.addGap()
      return
    }
    const what = this.#findFault(row)
    if (what !== null) this.fault = { position: row.position, seq: row.seq ?? row.entrySeq, id: row.id, what }
    this.position = row.position
    this.#hash = row.hash
    this.#at = row.occurredAt ?? this.#at
  }

  #findFault(row: Row): string | null {
    if (!hasEntry(row)) return 'the entry is missing'
    if (!row.prevHash.equals(this.#hash)) return 'its previous hash is not the hash of the previous link'
    if (row.hashVersion !== 1) return `hash version ${row.hashVersion} is unknown`
    if (!hashOf(row, row.prevHash).equals(row.hash))
      return 'its hash does not match its content: the entry was altered'
    if (row.occurredAt.getTime() < this.#at.getTime() - CLOCK_SKEW_MS_MAX)
      return `its time is more than ${CLOCK_SKEW_MS_MAX / 60_000} minutes before that of the previous entry`
    if (this.#expectedHead?.position === row.position && this.#expectedHead.hash !== row.hash.toString('hex'))
      return 'its hash is not that of the expected head: an earlier entry was rewritten'
    return null
  }

  /**
   * Checks that the last link of the chain has the hash of the head, and that the chain reaches the expected head.
   * Returns a fault or null.
   */
  finish(headHash: Buffer): AuditFault | null {
    const at = { position: this.position, seq: null, id: null }
    if (!headHash.equals(this.#hash))
      return { ...at, what: 'the hash of the head is not that of the last link' }
    if (this.#expectedHead && this.#expectedHead.position > this.position)
      return { ...at, what: 'the chain ends before the expected head' }
    return null
  }
}

const hasEntry = (row: Row): row is Link => row.seq !== null && row.occurredAt !== null

/**
 * Returns the fault of the first entry without a link; null if there is none. Such an entry was inserted while the
 * trigger that creates links was disabled, or its link at the end of the chain was deleted.
 */
async function findUnlinked(ctx: Context): Promise<AuditFault | null> {
  const row = await db(ctx)
    .selectFrom('audit_entry as e')
    .select(['e.seq', 'e.id'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('audit_link as l').select('l.position').whereRef('l.entry_seq', '=', 'e.seq'),
        ),
      ),
    )
    .orderBy('e.seq')
    .limit(1)
    .executeTakeFirst()
  return row ? { position: null, ...row, what: UNLINKED } : null
}

const readLinks = (ctx: Context, after: bigint, until: bigint): Promise<Row[]> =>
  db(ctx)
    .selectFrom('audit_link as l')
    .leftJoin('audit_entry as e', 'e.seq', 'l.entry_seq')
    .select([
      'l.position',
      'l.entry_seq as entrySeq',
      'l.prev_hash as prevHash',
      'l.hash',
      'l.hash_version as hashVersion',
      'e.seq',
      'e.id',
      'e.occurred_at as occurredAt',
      'e.actor',
      'e.role',
      'e.action',
      'e.target_type as targetType',
      'e.target_id as targetId',
      'e.merchant_id as merchantId',
      'e.reason',
      'e.ip',
      'e.user_agent as userAgent',
      'e.correlation_id as correlationId',
    ])
    .select((eb) => [
      eb.cast<string | null>('e.before', 'text').as('before'),
      eb.cast<string | null>('e.after', 'text').as('after'),
    ])
    .where('l.position', '>', after)
    .where('l.position', '<=', until)
    .orderBy('l.position')
    .limit(BATCH)
    .execute()
