import type { Context } from '../../kernel/context.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'
import type { JournalRow, LineRow } from './journal-row.ts'

/** The number of entries that one page reads into memory. */
const PAGE_ENTRIES = 500

/** Yields every entry of a merchant in the order of posting. Reads the entries page by page. */
export async function* readJournal(ctx: Context, merchantId: string): AsyncGenerator<JournalRow> {
  for (let after = -1n; ;) {
    const entries = await listEntries(ctx, merchantId, after)
    const ids = entries.map((entry) => entry.id)
    const linesOf = Map.groupBy(await listLines(ctx, merchantId, ids), (line) => line.journalId)
    for (const entry of entries) yield { ...entry, lines: linesOf.get(entry.id) ?? [] }
    const last = entries.at(-1)
    if (!last || entries.length < PAGE_ENTRIES) return
    after = last.seq
  }
}

const listEntries = (ctx: Context, merchantId: string, after: bigint): Promise<Omit<JournalRow, 'lines'>[]> =>
  db(ctx)
    .selectFrom('journal_entry')
    .select([
      'seq',
      'id',
      'event_type as eventType',
      'description',
      'source_type as sourceType',
      'source_id as sourceId',
      'dedupe_key as dedupeKey',
      'reverses_id as reversesId',
      'economic_at as economicAt',
      'posted_at as postedAt',
      'debit_total_cents as debitTotalCents',
      'credit_total_cents as creditTotalCents',
      'prev_hash as prevHash',
      'hash',
      'hash_version as hashVersion',
      'actor',
      'correlation_id as correlationId',
    ])
    .where('merchant_id', '=', merchantId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(PAGE_ENTRIES)
    .execute()

const listLines = (ctx: Context, merchantId: string, journalIds: readonly string[]): Promise<LineRow[]> =>
  db(ctx)
    .selectFrom('journal_line')
    .select([
      'journal_id as journalId',
      'line_no as lineNo',
      'entry_seq as entrySeq',
      'account_code as code',
      'position',
      'debit_cents as debitCents',
      'credit_cents as creditCents',
      'amount_cents as amountCents',
      'balance_after_cents as balanceAfterCents',
      'account_version as accountVersion',
      'economic_at as economicAt',
      'charge_id as chargeId',
      'payment_id as paymentId',
      'case_id as caseId',
      'payout_id as payoutId',
    ])
    .where('merchant_id', '=', merchantId)
    .where('journal_id', '=', anyUuid(journalIds))
    .orderBy('journal_id')
    .orderBy('line_no')
    .execute()
