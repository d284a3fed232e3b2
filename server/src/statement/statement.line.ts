import { expressionBuilder, sql, type InferResult } from 'kysely'
import type { Classification } from '../charges/payment.entity.ts'
import type { Context } from '../kernel/context.ts'
import { sumOrZero } from '../kernel/database/expressions.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { ACCOUNT_CODES, accountsOf, positionOf, type Position } from '../ledger/chart.ts'

/** The ledger accounts that share their position with another ledger account. */
const SHARING_ACCOUNTS = ACCOUNT_CODES.filter((code) => {
  const position = positionOf(code)
  return position !== null && accountsOf(position).length > 1
})

/**
 * Selects the balance of the line's position after the line, in centavos. This is the balance of the line's ledger
 * account, plus the last balance of each other ledger account of that position. The query makes one index lookup for
 * each other ledger account.
 */
function balanceOfPosition() {
  const query = expressionBuilder<Tables & { l: Tables['journal_line'] }, 'l'>()
  const lastLine = query
    .selectFrom('journal_line as n')
    .select('n.balance_after_cents as cents')
    .whereRef('n.merchant_id', '=', 'l.merchant_id')
    .whereRef('n.account_code', '=', sql.ref('a.code'))
    .where('n.position', 'is not', null)
    .whereRef('n.entry_seq', '<=', 'l.entry_seq')
    .where((row) =>
      row(row.refTuple('n.entry_seq', 'n.line_no'), '<', row.refTuple('l.entry_seq', 'l.line_no')),
    )
    .orderBy('n.entry_seq', 'desc')
    .orderBy('n.account_version', 'desc')
    .limit(1)
  const others = query
    .selectFrom('ledger_account as a')
    .crossJoinLateral(lastLine.as('last'))
    .whereRef('a.merchant_id', '=', 'l.merchant_id')
    .whereRef('a.position', '=', 'l.position')
    .whereRef('a.code', '<>', 'l.account_code')
    .select(({ fn }) => sumOrZero(fn.sum('last.cents')).as('cents'))
  return query(
    'l.balance_after_cents',
    '+',
    query.case().when('l.account_code', 'in', SHARING_ACCOUNTS).then(others).else(0n).end(),
  ).$castTo<bigint>()
}

/**
 * Selects the lines of one merchant that the merchant sees (alias `l`), with their entries (alias `e`), in no
 * particular order.
 */
export const selectLines = (ctx: Context, merchantId: string) =>
  db(ctx)
    .selectFrom('journal_line as l')
    .innerJoin('journal_entry as e', (join) =>
      join.onRef('e.merchant_id', '=', 'l.merchant_id').onRef('e.id', '=', 'l.journal_id'),
    )
    .select([
      'l.journal_id as journalId',
      'l.entry_seq as seq',
      'l.line_no as lineNo',
      'e.event_type as eventType',
      'e.description',
      // The date of the fact that the line records.
      'l.economic_at as economicAt',
      'e.posted_at as postedAt',
      'l.position',
      // A positive amount increases the position, and a negative amount decreases it.
      'l.amount_cents as amountCents',
      balanceOfPosition().as('balanceAfterCents'),
      'e.source_type as sourceType',
      'e.source_id as sourceId',
      // The id of the entry that this entry reverses.
      'e.reverses_id as reversesId',
    ])
    .where('l.merchant_id', '=', merchantId)
    .where('l.position', 'is not', null)
    .$narrowType<{ position: Position }>()

/** A journal line as the merchant sees it. */
export type JournalLine = InferResult<ReturnType<typeof selectLines>>[number]

/** The classification of a sale: the payment that made a charge paid. */
export const SALE_CLASSIFICATION = 'primary' satisfies Classification

/**
 * Selects lines with the columns of their sale, case and payout. If a line has no sale, the columns of the sale are
 * null; the same applies to the case and the payout.
 */
export const selectStatementLines = (ctx: Context, merchantId: string) =>
  selectLines(ctx, merchantId)
    .leftJoin('payment as p', (join) =>
      join
        .onRef('p.merchant_id', '=', 'l.merchant_id')
        .onRef('p.id', '=', 'l.payment_id')
        .on('p.classification', '=', SALE_CLASSIFICATION),
    )
    .leftJoin('charge as c', (join) =>
      join.onRef('c.merchant_id', '=', 'p.merchant_id').onRef('c.id', '=', 'p.charge_id'),
    )
    .leftJoin('financial_case as f', (join) =>
      join.onRef('f.merchant_id', '=', 'l.merchant_id').onRef('f.id', '=', 'l.case_id'),
    )
    .leftJoin('payout as o', (join) =>
      join.onRef('o.merchant_id', '=', 'l.merchant_id').onRef('o.id', '=', 'l.payout_id'),
    )
    .select([
      'p.id as paymentId',
      'p.end_to_end_id as paymentEndToEndId',
      'p.paid_at as paidAt',
      'p.amount_cents as grossCents',
      'c.id as chargeId',
      'c.order_reference as orderReference',
      'c.fee_cents as feeCents',
      'c.net_cents as netCents',
      'c.reserve_cents as reserveCents',
      'f.id as caseId',
      'f.kind as caseKind',
      'f.status as caseStatus',
      'f.charge_id as caseChargeId',
      'f.order_reference as caseOrderReference',
      'f.end_to_end_id as caseEndToEndId',
      'f.amount_cents as caseAmountCents',
      'f.refund_id as caseRefundId',
      'f.opened_at as caseOpenedAt',
      'f.closed_at as caseClosedAt',
      // The payout that the line belongs to, whether it is paid or only reserved.
      'o.id as payoutId',
      // The reference and the time are null while the payout is only reserved.
      'o.external_reference as payoutReference',
      'o.paid_at as payoutPaidAt',
    ])

/** A journal line with the columns of its sale, case and payout. */
export type StatementLine = InferResult<ReturnType<typeof selectStatementLines>>[number]

const SALE = [
  'paymentId',
  'paymentEndToEndId',
  'paidAt',
  'grossCents',
  'chargeId',
  'orderReference',
  'feeCents',
  'netCents',
  'reserveCents',
] as const
const CASE = ['caseId', 'caseKind', 'caseStatus', 'caseAmountCents', 'caseOpenedAt'] as const
const PAID_PAYOUT = ['payoutId', 'payoutReference', 'payoutPaidAt'] as const

/** A line in which the columns `Column` are not null. */
type With<Column extends keyof StatementLine> = StatementLine & {
  [Name in Column]: NonNullable<StatementLine[Name]>
}

export type SaleLine = With<(typeof SALE)[number]>
export type CaseLine = With<(typeof CASE)[number]>
export type PaidPayoutLine = With<(typeof PAID_PAYOUT)[number]>

const has = <Column extends keyof StatementLine>(
  line: StatementLine,
  columns: readonly Column[],
): line is With<Column> => columns.every((column) => line[column] !== null)

/** Returns whether the line was caused by a sale. */
export const hasSale = (line: StatementLine): line is SaleLine => has(line, SALE)

export const hasCase = (line: StatementLine): line is CaseLine => has(line, CASE)

/** Returns whether the line belongs to a paid payout. */
export const hasPaidPayout = (line: StatementLine): line is PaidPayoutLine => has(line, PAID_PAYOUT)

export const isReversal = (line: JournalLine): boolean => line.reversesId !== null

/** The charge that a line belongs to. */
export interface StatementCharge {
  id: string
  orderReference: string
  endToEndId: string | null
}

/** Returns the charge of the line's sale or, without a sale, of its case; null when neither of them has a charge. */
export function chargeOf(line: StatementLine): StatementCharge | null {
  if (hasSale(line))
    return { id: line.chargeId, orderReference: line.orderReference, endToEndId: line.paymentEndToEndId }
  const { caseChargeId: id, caseOrderReference: orderReference, caseEndToEndId: endToEndId } = line
  return id !== null && orderReference !== null ? { id, orderReference, endToEndId } : null
}
