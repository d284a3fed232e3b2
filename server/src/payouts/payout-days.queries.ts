import type { Context } from '../kernel/context.ts'
import { checkPeriod, daysOf, type Period } from '../kernel/values/period.ts'
import { sql } from '../kernel/database/sql.ts'

/** What was transferred on one day, in centavos. */
export interface PayoutDay {
  /** The local day: `2026-11-20`. */
  day: string
  /** Transfers of the day that stand. */
  paidCents: bigint
  paid: number
  /** Transfers of the day that were taken back since. */
  reversedCents: bigint
  reversed: number
}

interface DayRow {
  day: string
  paidCents: bigint
  paid: bigint
  reversedCents: bigint
  reversed: bigint
}

/**
 * For staff: what was paid out on each day that a period touches, by when the transfers were made: to one merchant, or
 * to all (`merchantId` null). Days to come are left out.
 * @throws Problem validation_error: `to` (more than 366 days, or not after `from`), `zone`.
 */
export async function listPayoutDays(
  ctx: Context,
  merchantId: string | null,
  period: Period,
): Promise<PayoutDay[]> {
  const { from, to, zone } = checkPeriod(period)
  const [statement, owner] = merchantId ? [OF_ONE, [merchantId]] : [OF_ALL, []]
  const rows = await sql<DayRow>(ctx, statement, [from, to, zone, ctx.clock.now(), ...owner])
  return rows.map((row) => ({ ...row, paid: Number(row.paid), reversed: Number(row.reversed) }))
}

/** Each transfer is read once, and knows its day. */
const daysWhere = (condition: string) => `
  with step as (${daysOf({ from: '$1', to: '$2', zone: '$3', now: '$4' })}), made as (
    select to_char(p.paid_at at time zone $3, 'YYYY-MM-DD') as day,
      sum(p.amount_cents) filter (where p.state = 'paid') as paid_cents,
      count(*) filter (where p.state = 'paid') as paid,
      sum(p.amount_cents) filter (where p.state = 'reversed') as reversed_cents,
      count(*) filter (where p.state = 'reversed') as reversed
    from payout p
    where ${condition} p.paid_at >= (select min(begins_at) from step) and p.paid_at < (select max(ends_at) from step)
    group by 1)
  select step.day, coalesce(made.paid_cents, 0)::bigint as "paidCents", coalesce(made.paid, 0) as paid,
    coalesce(made.reversed_cents, 0)::bigint as "reversedCents", coalesce(made.reversed, 0) as reversed
  from step left join made on made.day = step.day order by step.day`

const OF_ONE = daysWhere('p.merchant_id = $5::uuid and')
const OF_ALL = daysWhere('')
