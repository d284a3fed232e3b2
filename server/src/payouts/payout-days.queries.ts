import type { Context } from '../kernel/context.ts'
import { checkPeriod, daysOf, type Period } from '../kernel/values/period.ts'
import { sql } from '../kernel/database/sql.ts'

/** The transfers of one day, in centavos. */
export interface PayoutDay {
  /** The local day: `2026-11-20`. */
  day: string
  /** Transfers that were not reversed. */
  paidCents: bigint
  paid: number
  /** Transfers that were reversed later. */
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
 * Returns the payouts of each day in the period, for one merchant or for all (`merchantId` null). The time of the
 * transfer decides the day. Future days are left out. For staff only.
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

/** Groups the transfers by day first, so that each is read once and not once per day. */
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
