import type { Context } from '../kernel/context.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { db } from '../kernel/database/tables.ts'
import type { Position } from '../ledger/chart.ts'
import { lastSeqBefore } from '../ledger/positions-at.ts'
import type { ClosedDay } from './closed-day.ts'
import type { ReconciliationRow, RowKind } from './reconciliation.row.ts'

/** The number of entries that are read into memory at once. */
const PAGE_ENTRIES = 500

/**
 * Yields the rows of the entries that were posted on a day in a merchant's journal, in the order of posting. Reads a
 * page of entries only when the caller needs it. Posting times never decrease, so the entries of a day have consecutive
 * sequence numbers.
 */
export async function* listEntryRows(
  ctx: Context,
  merchantId: string,
  day: ClosedDay,
): AsyncGenerator<ReconciliationRow[]> {
  const { first, last } = await readBounds(ctx, merchantId, day)
  for (let after = first; after < last;) {
    const entries = await listEntries(ctx, merchantId, { after, last })
    const lines = Map.groupBy(await listLines(ctx, merchantId, entries), (line) => line.journalId)
    yield entries.flatMap((entry) => rowsOf(merchantId, entry, lines.get(entry.journalId) ?? []))
    after = entries.at(-1)?.seq ?? last
  }
}

/**
 * Returns the sequence number of the last entry before the day, and that of the last entry before the end of the day.
 */
async function readBounds(
  ctx: Context,
  merchantId: string,
  { from, to }: ClosedDay,
): Promise<{ first: bigint; last: bigint }> {
  const row = await db(ctx)
    .selectFrom('ledger_head')
    .select((head) => [
      // Qualify the column with its table, because the subquery has a column of the same name.
      lastSeqBefore(head.ref('ledger_head.merchant_id'), head.val(from)).as('first'),
      lastSeqBefore(head.ref('ledger_head.merchant_id'), head.val(to)).as('last'),
    ])
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return { first: row?.first ?? 0n, last: row?.last ?? 0n }
}

const listEntries = (ctx: Context, merchantId: string, { after, last }: { after: bigint; last: bigint }) =>
  db(ctx)
    .selectFrom('journal_entry as e')
    .leftJoin('journal_entry as o', (join) =>
      join.onRef('o.merchant_id', '=', 'e.merchant_id').onRef('o.id', '=', 'e.reverses_id'),
    )
    .select((row) => [
      'e.id as journalId',
      'e.seq',
      'e.event_type as eventType',
      'e.description',
      'e.economic_at as economicAt',
      'e.posted_at as postedAt',
      'e.reverses_id as reversesId',
      // The type and the description of the entry; for a reversal, those of the reversed entry.
      row.fn.coalesce('o.event_type', 'e.event_type').as('originalType'),
      row.fn.coalesce('o.description', 'e.description').as('originalDescription'),
    ])
    .where('e.merchant_id', '=', merchantId)
    .where('e.seq', '>', after)
    .where('e.seq', '<=', last)
    .orderBy('e.seq')
    .limit(PAGE_ENTRIES)
    .execute()

type EntryRow = Awaited<ReturnType<typeof listEntries>>[number]

/** Lists the lines of entries that the merchant sees, and their lines on the internal ledger account for the bank. */
const listLines = (ctx: Context, merchantId: string, entries: readonly EntryRow[]) =>
  db(ctx)
    .selectFrom('journal_line as l')
    .leftJoin('payment as p', (join) =>
      join.onRef('p.merchant_id', '=', 'l.merchant_id').onRef('p.id', '=', 'l.payment_id'),
    )
    .leftJoin('charge as c', (join) =>
      join.onRef('c.merchant_id', '=', 'l.merchant_id').onRef('c.id', '=', 'l.charge_id'),
    )
    .select([
      'l.journal_id as journalId',
      'l.line_no as lineNo',
      'l.position',
      'l.amount_cents as amountCents',
      'l.payment_id as paymentId',
      'l.charge_id as chargeId',
      'c.order_reference as orderReference',
      'p.end_to_end_id as endToEndId',
      'l.case_id as caseId',
      'l.payout_id as payoutId',
    ])
    .where('l.merchant_id', '=', merchantId)
    .where('l.journal_id', '=', anyUuid(entries.map((entry) => entry.journalId)))
    .where((row) => row.or([row('l.position', 'is not', null), row('l.account_code', '=', 'bank')]))
    .orderBy('l.journal_id')
    .orderBy('l.line_no')
    .$narrowType<{ position: Position | null }>()
    .execute()

type LineRow = Awaited<ReturnType<typeof listLines>>[number]

const NETWORK_TYPES = new Set(['provider.settled', 'provider.return_settled'])
const PAYOUT_TYPE = 'gateway.external_payout'

const rowsOf = (merchantId: string, entry: EntryRow, lines: readonly LineRow[]): ReconciliationRow[] =>
  lines.flatMap((line) => {
    const kind = kindOf(entry, line)
    return kind === null ? [] : [rowOf(merchantId, kind, entry, line)]
  })

function kindOf({ originalType }: EntryRow, { position }: LineRow): RowKind | null {
  if (position !== null) return 'journal'
  if (originalType === PAYOUT_TYPE) return 'payout'
  return NETWORK_TYPES.has(originalType) ? 'network' : null
}

function rowOf(merchantId: string, kind: RowKind, entry: EntryRow, line: LineRow): ReconciliationRow {
  const { journalId: _, position, amountCents, lineNo, ...links } = line
  const isJournal = kind === 'journal'
  return {
    merchantId,
    kind,
    postedAt: entry.postedAt,
    economicAt: entry.economicAt,
    eventType: entry.eventType,
    description: entry.description,
    journalId: entry.journalId,
    lineNo: isJournal ? lineNo : null,
    position,
    // The bank's line is a credit for a transfer to the merchant, and a debit for a payment that the PSP received.
    amountCents: kind === 'network' ? -amountCents : amountCents,
    recordedCents: null,
    isReversal: entry.reversesId !== null,
    ...links,
    externalReference: entry.originalType === PAYOUT_TYPE ? entry.originalDescription : null,
  }
}
