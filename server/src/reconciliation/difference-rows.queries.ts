import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import type { ClosedDay } from './closed-day.ts'
import type { ReconciliationRow } from './reconciliation.row.ts'

const PAGE_ROWS = 500

/**
 * Yields the differences between a merchant's ledger and the PSP that were found on a day, oldest first. A row contains
 * only values that were recorded when the difference was found, so the row does not change when the difference is
 * closed.
 */
export async function* listDifferenceRows(
  ctx: Context,
  merchantId: string,
  day: ClosedDay,
): AsyncGenerator<ReconciliationRow[]> {
  for (let after = { at: day.from, id: FIRST_ID }; ;) {
    const rows = await listPage(ctx, merchantId, { after, to: day.to })
    yield rows.map((row) => toRow(merchantId, row))
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_ROWS) return
    after = { at: last.openedAt, id: last.id }
  }
}

/** The smallest uuid. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const listPage = (
  ctx: Context,
  merchantId: string,
  { after, to }: { after: { at: Date; id: string }; to: Date },
) =>
  db(ctx)
    .selectFrom('reconciliation_exception as x')
    .select([
      'x.id',
      'x.kind',
      'x.end_to_end_id as endToEndId',
      'x.payment_id as paymentId',
      'x.details',
      'x.opened_at as openedAt',
    ])
    .where('x.merchant_id', '=', merchantId)
    .where((row) => row(row.refTuple('x.opened_at', 'x.id'), '>', row.tuple(after.at, after.id)))
    .where('x.opened_at', '<', to)
    .orderBy('x.opened_at')
    .orderBy('x.id')
    .limit(PAGE_ROWS)
    .execute()

type DifferenceRow = Awaited<ReturnType<typeof listPage>>[number]

/**
 * Returns an amount from the details of a difference; null if the text is `absent`, because one side has no such
 * amount.
 */
const centsOf = (text: string | undefined): bigint | null =>
  text !== undefined && /^\d+$/.test(text) ? BigInt(text) : null

const toRow = (merchantId: string, { details, ...row }: DifferenceRow): ReconciliationRow => ({
  merchantId,
  kind: 'difference',
  postedAt: row.openedAt,
  economicAt: null,
  eventType: row.kind,
  description: null,
  journalId: null,
  lineNo: null,
  position: null,
  amountCents: centsOf(details['listed_cents'] ?? details['received_cents'] ?? details['network_cents']),
  recordedCents: centsOf(details['recorded_cents']),
  isReversal: false,
  paymentId: row.paymentId,
  chargeId: null,
  orderReference: null,
  endToEndId: row.endToEndId,
  caseId: null,
  payoutId: null,
  externalReference: null,
})
