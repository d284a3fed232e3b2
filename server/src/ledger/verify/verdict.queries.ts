import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { LedgerVerdict } from './ledger-verdict.entity.ts'
import type { Verdict } from './verify-ledger.ts'

/** A stored verification of the whole ledger. */
export interface StoredVerdict extends Verdict {
  id: string
  /** The actor that started the verification: a job, the command line or a member of staff. */
  requestedBy: string
}

/** Stores the result of a verification of the whole ledger. */
export async function recordVerdict(ctx: Context, verdict: Verdict): Promise<void> {
  ctx.em.create(LedgerVerdict, {
    ...verdict,
    id: ctx.ids.uuid(verdict.finishedAt),
    requestedBy: ctx.actor,
  })
  await ctx.em.flush()
}

/** Returns whether any merchant's ledger has an entry. Stops at the first ledger with an entry. */
export async function hasEntries(ctx: Context): Promise<boolean> {
  const head = await db(ctx)
    .selectFrom('ledger_head')
    .select('merchant_id')
    .where('last_seq', '>', 0n)
    .limit(1)
    .executeTakeFirst()
  return head !== undefined
}

/** Returns the latest verification of the whole ledger; null if there is none. */
export async function lastLedgerVerdict(ctx: Context): Promise<StoredVerdict | null> {
  const verdict = await db(ctx)
    .selectFrom('ledger_verdict')
    .select([
      'id',
      'started_at as startedAt',
      'finished_at as finishedAt',
      'sound',
      'merchants_count as merchantsCount',
      'entries_count as entriesCount',
      'findings_count as findingsCount',
      'findings',
      'requested_by as requestedBy',
    ])
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return verdict ?? null
}
