import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { Finding } from './findings.ts'
import type { Verdict } from './verify-ledger.ts'

/** A stored verification of the whole ledger. */
export interface StoredVerdict extends Verdict {
  id: string
  /** The actor that started it: a job, the command line or a member of staff. */
  requestedBy: string
}

/** Stores the result of a verification of the whole ledger. */
export async function recordVerdict(ctx: Context, verdict: Verdict): Promise<void> {
  await sql(
    ctx,
    `insert into ledger_verdict (id, started_at, finished_at, sound, merchants_count, entries_count, findings_count,
       findings, requested_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      ctx.ids.uuid(verdict.finishedAt),
      verdict.startedAt,
      verdict.finishedAt,
      verdict.sound,
      verdict.merchantsCount,
      verdict.entriesCount,
      verdict.findingsCount,
      JSON.stringify(verdict.findings),
      ctx.actor,
    ],
  )
}

/** Returns the latest verification of the whole ledger, or null before the first one. */
export async function lastLedgerVerdict(ctx: Context): Promise<StoredVerdict | null> {
  const [verdict] = await sql<Omit<StoredVerdict, 'findings'> & { findings: Finding[] }>(ctx, LAST)
  return verdict ?? null
}

const LAST = `
  select id, started_at as "startedAt", finished_at as "finishedAt", sound, merchants_count as "merchantsCount",
    entries_count as "entriesCount", findings_count as "findingsCount", findings, requested_by as "requestedBy"
  from ledger_verdict order by finished_at desc, id desc limit 1`
