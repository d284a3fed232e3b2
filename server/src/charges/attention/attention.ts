import { expressionBuilder, type Expression, type SqlBool } from 'kysely'
import { HELD_TOO_LONG_MS } from '../../cases/held-too-long.ts'
import { manyById } from '../../graphql/data-loaders.ts'
import { plusMs } from '../../kernel/clock.ts'
import type { Context } from '../../kernel/context.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import type { Charge } from '../charge.entity.ts'
import { onCharge } from '../charge.queries.ts'
import { REFUND_WINDOW_MS } from '../refund-window.ts'
import { CHARGE_ATTENTION, type ChargeAttention } from './attention-reasons.ts'

/** A charge needs attention if its status is `created` for longer than this, because the PSP should have answered. */
export const CREATED_TOO_LONG_MS = 2 * 60_000

const tables = expressionBuilder<Tables>()

/** Selects the open cases of charges. Leaves out cases without a charge. */
export const openCases = tables
  .selectFrom('financial_case as f')
  .where('f.status', '=', 'open')
  .where('f.charge_id', 'is not', null)

/** Selects the payments of charges (alias `p`) that have an open exception with the network. */
export const differingPayments = tables
  .selectFrom('reconciliation_exception as x')
  .innerJoin('payment as p', (join) =>
    join.onRef('p.merchant_id', '=', 'x.merchant_id').onRef('p.id', '=', 'x.payment_id'),
  )
  .where('x.state', '=', 'open')
  .where('x.payment_id', 'is not', null)
  .where('p.charge_id', 'is not', null)

/**
 * Selects the failed refunds (alias `r`) that can still be requested again, with their charge (alias `paid`). Leaves
 * out a failed refund if a later refund of the charge was requested.
 */
export const failedRefunds = (now: Date) =>
  tables
    .selectFrom('refund as r')
    .innerJoin('charge as paid', (join) =>
      join.onRef('paid.merchant_id', '=', 'r.merchant_id').onRef('paid.id', '=', 'r.charge_id'),
    )
    .where('r.status', '=', 'failed')
    .where('r.requested_at', '>', plusMs(now, -REFUND_WINDOW_MS))
    .where('paid.paid_at', '>', plusMs(now, -REFUND_WINDOW_MS))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('refund as later')
            .select('later.id')
            .whereRef('later.merchant_id', '=', 'r.merchant_id')
            .whereRef('later.charge_id', '=', 'r.charge_id')
            .whereRef('later.requested_at', '>', 'r.requested_at'),
        ),
      ),
    )

/** Returns the condition of charges whose issuance takes longer than CREATED_TOO_LONG_MS. */
export const isStuck = (now: Date): Expression<SqlBool> =>
  onCharge.and([
    onCharge('charge.status', '=', 'created'),
    onCharge('charge.created_at', '<', plusMs(now, -CREATED_TOO_LONG_MS)),
  ])

/** Returns the condition of charges with a payment that has an open exception with the network. */
export const hasDifference: Expression<SqlBool> = onCharge.exists(
  differingPayments
    .select('p.id')
    .where('p.merchant_id', '=', onCharge.ref('charge.merchant_id'))
    .where('p.charge_id', '=', onCharge.ref('charge.id')),
)

/** Returns the condition of charges that need attention. For each charge, PostgreSQL reads only a few index entries. */
export const needsAttention = (now: Date): Expression<SqlBool> =>
  onCharge.or([
    onCharge.ref('charge.late_payment'),
    isStuck(now),
    hasDifference,
    onCharge.exists(
      openCases
        .select('f.id')
        .where('f.merchant_id', '=', onCharge.ref('charge.merchant_id'))
        .where('f.charge_id', '=', onCharge.ref('charge.id')),
    ),
    onCharge.exists(
      failedRefunds(now)
        .select('r.id')
        .where('r.merchant_id', '=', onCharge.ref('charge.merchant_id'))
        .where('r.charge_id', '=', onCharge.ref('charge.id')),
    ),
  ])

interface CaseMark {
  chargeId: string
  attention: ChargeAttention
}

type CaseRows = { f: Tables['financial_case']; d: Tables['dispute']; held: Tables['payment'] }

const row = expressionBuilder<Tables & CaseRows, keyof CaseRows>()

/**
 * The condition that an open case (alias `f`) holds a payment (alias `held`) that arrived after the charge was closed.
 */
const isAfterEnd = row.and([
  row('f.kind', '=', 'held_payment'),
  row('held.classification', '=', 'after_final'),
])

/**
 * Selects why the charge of an open case needs attention, or else the kind of the case. The case has the alias `f`, its
 * dispute `d`, and its held payment `held`.
 */
const markOfCase = (now: Date) =>
  row
    .case()
    .when('f.exception', 'is not', null)
    .then('return_failed')
    .when(row.and([row('f.kind', '=', 'dispute'), row('d.status', '=', 'returning')]))
    .then('dispute_returning')
    .when(
      row.and([row('f.kind', '=', 'held_payment'), row('f.opened_at', '<', plusMs(now, -HELD_TOO_LONG_MS))]),
    )
    .then('return_overdue')
    .when(isAfterEnd)
    .then('paid_after_end')
    .else(row.cast<string>('f.kind', 'text'))
    .end()

const ATTENTION_OF_CASE: Readonly<Record<string, ChargeAttention>> = {
  dispute: 'dispute_open',
  refund: 'refund_running',
}

/**
 * Reads the open cases of these charges, their failed refunds, and their payments with an open exception, in one SQL
 * statement.
 */
async function listCaseMarks(ctx: Context, chargeIds: readonly string[]): Promise<CaseMark[]> {
  const now = ctx.clock.now()
  const rows = await db(ctx)
    .selectFrom('charge')
    .innerJoin(openCases.selectAll('f').as('f'), (join) =>
      join.onRef('f.merchant_id', '=', 'charge.merchant_id').onRef('f.charge_id', '=', 'charge.id'),
    )
    .leftJoin('dispute as d', (join) =>
      join.onRef('d.merchant_id', '=', 'f.merchant_id').onRef('d.case_id', '=', 'f.id'),
    )
    .leftJoin('payment as held', (join) =>
      join.onRef('held.merchant_id', '=', 'f.merchant_id').onRef('held.id', '=', 'f.payment_id'),
    )
    .select(['charge.id as chargeId', markOfCase(now).as('mark')])
    // Select this separately, because the mark of a late or failed return hides that the payment arrived after the
    // closing.
    .select((eb) => eb.fn.coalesce(isAfterEnd, eb.lit(false)).as('afterEnd'))
    .where('charge.id', '=', anyUuid(chargeIds))
    .unionAll(
      db(ctx)
        .selectFrom('charge')
        .innerJoin(failedRefunds(now).selectAll('r').as('r'), (join) =>
          join.onRef('r.merchant_id', '=', 'charge.merchant_id').onRef('r.charge_id', '=', 'charge.id'),
        )
        .select((eb) => [
          'charge.id as chargeId',
          eb.val<string>('refund_failed').as('mark'),
          eb.lit(false).as('afterEnd'),
        ])
        .where('charge.id', '=', anyUuid(chargeIds)),
    )
    .unionAll(
      db(ctx)
        .selectFrom('charge')
        .innerJoin(differingPayments.select(['p.merchant_id', 'p.charge_id']).as('p'), (join) =>
          join.onRef('p.merchant_id', '=', 'charge.merchant_id').onRef('p.charge_id', '=', 'charge.id'),
        )
        .select((eb) => [
          'charge.id as chargeId',
          eb.val<string>('difference').as('mark'),
          eb.lit(false).as('afterEnd'),
        ])
        .where('charge.id', '=', anyUuid(chargeIds)),
    )
    .execute()
  return rows.flatMap(({ chargeId, mark, afterEnd }): CaseMark[] => {
    const attention = ATTENTION_OF_CASE[mark] ?? CHARGE_ATTENTION.find((one) => one === mark)
    const marks: CaseMark[] = afterEnd ? [{ chargeId, attention: 'paid_after_end' }] : []
    return attention === undefined ? marks : [...marks, { chargeId, attention }]
  })
}

const caseMarksOf = manyById(listCaseMarks, ({ chargeId }) => chargeId)

/**
 * Returns why a charge needs attention, the most urgent reason first. Reads the charges of one request with one query.
 */
export async function attentionOf(
  ctx: Context,
  charge: Pick<Charge, 'id' | 'status' | 'createdAt' | 'latePayment'>,
): Promise<ChargeAttention[]> {
  const marks = new Set((await caseMarksOf(ctx, charge.id)).map(({ attention }) => attention))
  const createdBefore = plusMs(ctx.clock.now(), -CREATED_TOO_LONG_MS)
  if (charge.status === 'created' && charge.createdAt < createdBefore) marks.add('issuance_stuck')
  if (charge.latePayment) marks.add('late_payment')
  return CHARGE_ATTENTION.filter((attention) => marks.has(attention))
}
