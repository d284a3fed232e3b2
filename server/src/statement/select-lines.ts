import type { InferResult } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import type { Position } from '../ledger/chart.ts'

/** Selects the visible lines of one merchant (`l`) with their entries (`e`), in no order. */
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
      'l.economic_at as economicAt',
      'e.posted_at as postedAt',
      'l.position',
      'l.amount_cents as amountCents',
      'l.balance_after_cents as balanceAfterCents',
      'e.source_type as sourceType',
      'e.source_id as sourceId',
      'e.reverses_id as reversesId',
    ])
    .where('l.merchant_id', '=', merchantId)
    .where('l.position', 'is not', null)
    .$narrowType<{ position: Position }>()

/** Selects lines with their sale, case and payout. The columns of a missing one are null. */
export const selectStatementLines = (ctx: Context, merchantId: string) =>
  selectLines(ctx, merchantId)
    .leftJoin('payment as p', (join) =>
      join
        .onRef('p.merchant_id', '=', 'l.merchant_id')
        .onRef('p.id', '=', 'l.payment_id')
        .on('p.classification', '=', 'primary'),
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
      'o.id as payoutId',
      'o.external_reference as payoutReference',
      'o.paid_at as payoutPaidAt',
    ])

/** A line joined with its sale, case and payout. */
export type StatementRow = InferResult<ReturnType<typeof selectStatementLines>>[number]
