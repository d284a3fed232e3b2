import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { JournalRow, LineRow } from './journal-row.ts'

/** Entries in memory at once. */
const PAGE_ENTRIES = 500

/** Yields every entry of a merchant in the order of posting. Reads page by page. */
export async function* readJournal(ctx: Context, merchantId: string): AsyncGenerator<JournalRow> {
  for (let after = -1n; ;) {
    const entries = await sql<Omit<JournalRow, 'lines'>>(ctx, ENTRIES, [merchantId, after, PAGE_ENTRIES])
    const ids = entries.map((entry) => entry.id)
    const lines = await sql<LineRow>(ctx, LINES, [merchantId, ids])
    const linesOf = Map.groupBy(lines, (line) => line.journalId)
    for (const entry of entries) yield { ...entry, lines: linesOf.get(entry.id) ?? [] }
    const last = entries.at(-1)
    if (!last || entries.length < PAGE_ENTRIES) return
    after = last.seq
  }
}

const ENTRIES = `
  select seq, id, event_type as "eventType", description, source_type as "sourceType", source_id as "sourceId",
    dedupe_key as "dedupeKey", reverses_id as "reversesId", economic_at as "economicAt", posted_at as "postedAt",
    debit_total_cents as "debitTotalCents", credit_total_cents as "creditTotalCents", prev_hash as "prevHash", hash,
    hash_version as "hashVersion", actor, correlation_id as "correlationId"
  from journal_entry where merchant_id = $1 and seq > $2 order by seq limit $3`

const LINES = `
  select journal_id as "journalId", line_no as "lineNo", entry_seq as "entrySeq", account_code as code, position,
    debit_cents as "debitCents", credit_cents as "creditCents", amount_cents as "amountCents",
    balance_after_cents as "balanceAfterCents", account_version as "accountVersion", economic_at as "economicAt",
    charge_id as "chargeId", payment_id as "paymentId", case_id as "caseId", payout_id as "payoutId"
  from journal_line where merchant_id = $1 and journal_id = any($2::uuid[]) order by journal_id, line_no`
