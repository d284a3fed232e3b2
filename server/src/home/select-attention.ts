import { expressionBuilder, sql, type SelectQueryBuilder } from 'kysely'
import { failedRefunds, isStuck } from '../charges/attention/attention.ts'
import { HELD_TOO_LONG_MS } from '../cases/held-too-long.ts'
import { isVisible } from '../charges/charge.queries.ts'
import { REFUND_WINDOW_MS } from '../charges/refund-window.ts'
import { plusMs } from '../kernel/clock.ts'
import { laterBy } from '../kernel/database/expressions.ts'
import type { Tables } from '../kernel/database/tables.ts'
import { DISABLE_AFTER_MS } from '../webhooks/endpoints/endpoint-condition.ts'
import { columnsOf, type AttentionKind, type AttentionRow, type Columns } from './attention-row.ts'

const tables = expressionBuilder<Tables>()

const disputes = (now: Date, kind: 'dispute' | 'evidence_to_forward') =>
  tables
    .selectFrom('dispute')
    .innerJoin('financial_case', (join) =>
      join
        .onRef('financial_case.merchant_id', '=', 'dispute.merchant_id')
        .onRef('financial_case.id', '=', 'dispute.case_id'),
    )
    .select(columnsOf(kind, { ...CASE_COLUMNS, dueAt: sql.ref('dispute.answer_until') }, now))
    .where('dispute.status', '=', 'open')
    .where((eb) => {
      const isWaiting = eb.and([
        eb('dispute.evidence_at', 'is not', null),
        eb('dispute.evidence_forwarded_at', 'is', null),
      ])
      return kind === 'evidence_to_forward' ? isWaiting : eb.not(isWaiting)
    })

const CASE_COLUMNS: Columns = {
  id: 'financial_case.id',
  merchantId: 'financial_case.merchant_id',
  chargeId: 'financial_case.charge_id',
  label: 'financial_case.order_reference',
  amountCents: 'financial_case.amount_cents',
  since: 'financial_case.opened_at',
}

const heldPayments = (now: Date, kind: 'held_payment' | 'return_failed') =>
  tables
    .selectFrom('financial_case')
    .select(columnsOf(kind, CASE_COLUMNS, now))
    .where('financial_case.kind', '=', 'held_payment')
    .where('financial_case.status', '=', 'open')
    .where('financial_case.exception', kind === 'return_failed' ? 'is not' : 'is', null)
    // The service returns a held payment without a person, so a held payment needs attention only when it is overdue.
    .$if(kind === 'held_payment', (query) =>
      query.where('financial_case.opened_at', '<', plusMs(now, -HELD_TOO_LONG_MS)),
    )

const failedRefundItems = (now: Date) =>
  failedRefunds(now).select(
    columnsOf(
      'refund_failed',
      { ...REFUND_COLUMNS, dueAt: laterBy(sql.ref<Date>('paid.paid_at'), REFUND_WINDOW_MS) },
      now,
    ),
  )

const REFUND_COLUMNS: Columns = {
  id: 'r.id',
  merchantId: 'r.merchant_id',
  chargeId: 'r.charge_id',
  label: 'paid.order_reference',
  amountCents: 'r.amount_cents',
  since: 'r.requested_at',
}

const reservedPayouts = (now: Date) =>
  tables
    .selectFrom('payout')
    .select(
      columnsOf(
        'payout_reserved',
        {
          id: 'payout.id',
          merchantId: 'payout.merchant_id',
          amountCents: 'payout.amount_cents',
          since: 'payout.created_at',
        },
        now,
      ),
    )
    .where('payout.state', '=', 'reserved')

const openDifferences = (now: Date) =>
  tables
    .selectFrom('reconciliation_exception')
    .select(
      columnsOf(
        'difference',
        {
          id: 'reconciliation_exception.id',
          merchantId: 'reconciliation_exception.merchant_id',
          label: 'reconciliation_exception.end_to_end_id',
          exceptionKind: 'reconciliation_exception.kind',
          details: 'reconciliation_exception.details',
          since: 'reconciliation_exception.opened_at',
        },
        now,
      ),
    )
    .where('reconciliation_exception.state', '=', 'open')

const ENDPOINT_COLUMNS = {
  id: 'webhook_endpoint.id',
  merchantId: 'webhook_endpoint.merchant_id',
  label: 'webhook_endpoint.url',
}

/** Selects the endpoints that the service disabled because their deliveries failed. */
const disabledEndpoints = (now: Date) =>
  tables
    .selectFrom('webhook_endpoint')
    .select(
      columnsOf('endpoint_disabled', { ...ENDPOINT_COLUMNS, since: 'webhook_endpoint.updated_at' }, now),
    )
    .where('webhook_endpoint.status', '=', 'disabled')
    .where('webhook_endpoint.disabled_reason', '<>', 'manual')

/**
 * Selects the failing endpoints that are paused, or those that are not. The service disables an endpoint that fails for
 * longer than DISABLE_AFTER_MS.
 */
function failingEndpoints(now: Date, kind: 'endpoint_failing' | 'endpoint_paused') {
  const since = 'webhook_endpoint.failing_since'
  const dueAt = laterBy(sql.ref<Date>(since), DISABLE_AFTER_MS)
  return tables
    .selectFrom('webhook_endpoint')
    .select(columnsOf(kind, { ...ENDPOINT_COLUMNS, since, dueAt }, now))
    .where('webhook_endpoint.status', '=', 'active')
    .where('webhook_endpoint.consecutive_failures', '>', 0)
    .where('webhook_endpoint.failing_since', 'is not', null)
    .where((eb) => {
      const until = eb.ref('webhook_endpoint.paused_until')
      if (kind === 'endpoint_paused') return eb(until, '>', now)
      return eb.or([eb(until, 'is', null), eb(until, '<=', now)])
    })
}

const stuckIssuance = (now: Date) =>
  tables
    .selectFrom('charge')
    .select(
      columnsOf(
        'issuance_stuck',
        {
          id: 'charge.id',
          merchantId: 'charge.merchant_id',
          chargeId: 'charge.id',
          label: 'charge.order_reference',
          amountCents: 'charge.amount_cents',
          since: 'charge.created_at',
        },
        now,
      ),
    )
    .where(isStuck(now))
    .where(isVisible(now))

const SELECTS: Record<AttentionKind, (now: Date) => Items> = {
  dispute: (now) => asItems(disputes(now, 'dispute')),
  evidence_to_forward: (now) => asItems(disputes(now, 'evidence_to_forward')),
  return_failed: (now) => asItems(heldPayments(now, 'return_failed')),
  held_payment: (now) => asItems(heldPayments(now, 'held_payment')),
  refund_failed: (now) => asItems(failedRefundItems(now)),
  payout_reserved: (now) => asItems(reservedPayouts(now)),
  difference: (now) => asItems(openDifferences(now)),
  endpoint_disabled: (now) => asItems(disabledEndpoints(now)),
  endpoint_paused: (now) => asItems(failingEndpoints(now, 'endpoint_paused')),
  endpoint_failing: (now) => asItems(failingEndpoints(now, 'endpoint_failing')),
  issuance_stuck: (now) => asItems(stuckIssuance(now)),
}

type Items = ReturnType<typeof asItems>

/** Wraps a query, so that the queries of all kinds have one type. */
const asItems = <DB extends Tables, From extends keyof DB>(
  query: SelectQueryBuilder<DB, From, AttentionRow>,
) => tables.selectFrom(query.as('item')).selectAll('item')

/** Selects the records of one kind that need attention at `now`, of one merchant or of all merchants. */
export const selectAttention = (kind: AttentionKind, merchantId: string | null, now: Date): Items =>
  SELECTS[kind](now).$if(merchantId !== null, (query) =>
    query.where('item.merchantId', '=', merchantId ?? ''),
  )
