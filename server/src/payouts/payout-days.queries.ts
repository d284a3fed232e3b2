import type { Context } from '../kernel/context.ts'
import { checkPeriod, daysOf, type Period } from '../kernel/period.ts'
import { sql } from '../kernel/sql.ts'

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

const daysWhere = (condition: string) => `
  select day.day,
    coalesce(sum(p.amount_cents) filter (where p.state = 'paid'), 0)::bigint as "paidCents",
    count(*) filter (where p.state = 'paid') as paid,
    coalesce(sum(p.amount_cents) filter (where p.state = 'reversed'), 0)::bigint as "reversedCents",
    count(*) filter (where p.state = 'reversed') as reversed
  from (${daysOf({ from: '$1', to: '$2', zone: '$3', now: '$4' })}) day
  left join payout p on ${condition} p.paid_at >= day.begins_at and p.paid_at < day.ends_at
  group by day.day order by day.day`

const OF_ONE = daysWhere('p.merchant_id = $5::uuid and')
const OF_ALL = daysWhere('')
