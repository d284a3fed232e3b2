import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { sumOrZero } from '../kernel/database/expressions.ts'
import { db } from '../kernel/database/tables.ts'
import { checkPeriod, selectDays, type Period } from '../kernel/values/period.ts'

/** The number and the sums (in centavos) of the transfers of one day. */
export interface PayoutDay {
  /** The local day, such as `2026-11-20`. */
  day: string
  /** The sum of the transfers that were not reversed. */
  paidCents: bigint
  paid: number
  /** The sum of the transfers that were reversed later. */
  reversedCents: bigint
  reversed: number
}

/**
 * Returns the payouts of each day in the period, for one merchant, or for all if `merchantId` is null. A payout counts
 * for the local day of its transfer. Leaves out days in the future. For staff only.
 * @throws Problem validation_error: `to` is not after `from` or is more than 366 days later, or `zone` is unknown.
 */
export async function listPayoutDays(
  ctx: Context,
  merchantId: string | null,
  period: Period,
): Promise<PayoutDay[]> {
  const days = checkPeriod(period)
  const rows = await db(ctx)
    .with('step', () => selectDays(days, ctx.clock.now()))
    // Groups the transfers by day first, so that the query reads each transfer only once instead of once per day.
    .with('made', (query) => {
      const step = query.selectFrom('step')
      const made = query
        .selectFrom('payout as p')
        .select(({ fn }) => [
          sql<string>`to_char(${sql.ref('p.paid_at')} at time zone ${days.zone}, 'YYYY-MM-DD')`.as('day'),
          fn.sum('p.amount_cents').filterWhere('p.state', '=', 'paid').as('paid_cents'),
          fn.countAll<bigint>().filterWhere('p.state', '=', 'paid').as('paid'),
          fn.sum('p.amount_cents').filterWhere('p.state', '=', 'reversed').as('reversed_cents'),
          fn.countAll<bigint>().filterWhere('p.state', '=', 'reversed').as('reversed'),
        ])
        .where(
          'p.paid_at',
          '>=',
          step.select(({ fn }) => fn.min('begins_at').as('at')),
        )
        .where(
          'p.paid_at',
          '<',
          step.select(({ fn }) => fn.max('ends_at').as('at')),
        )
        .groupBy('day')
      return merchantId === null ? made : made.where('p.merchant_id', '=', merchantId)
    })
    .selectFrom('step')
    .leftJoin('made', 'made.day', 'step.day')
    .select((row) => [
      'step.day',
      sumOrZero(row.ref('made.paid_cents')).as('paidCents'),
      'made.paid',
      sumOrZero(row.ref('made.reversed_cents')).as('reversedCents'),
      'made.reversed',
    ])
    .orderBy('step.day')
    .execute()
  return rows.map((row) => ({ ...row, paid: Number(row.paid ?? 0), reversed: Number(row.reversed ?? 0) }))
}
