import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { checkPeriod, daysOf, PERIOD_DAYS_MAX, type Period } from '../kernel/values/period.ts'
import { Problem } from '../kernel/problem.ts'
import { sql } from '../kernel/database/sql.ts'

/** A merchant's positions at one moment, in centavos. `receivableCents` is negative for a debt. */
export interface Positions {
  pendingCents: bigint
  availableCents: bigint
  contractReserveCents: bigint
  blockedCents: bigint
  payoutReservedCents: bigint
  receivableCents: bigint
  totalCents: bigint
  asOf: Date
}

export interface BalanceDay extends Positions {
  /** The local day: `2026-11-20`. */
  day: string
}

/** Sums the balances after the last line of each visible account up to `moment.seq`. One index lookup per account. */
const POSITIONS = `
  cross join lateral (
    select coalesce(sum(line.balance) filter (where a.position = 'pending'), 0)::bigint as "pendingCents",
      coalesce(sum(line.balance) filter (where a.position = 'available'), 0)::bigint as "availableCents",
      coalesce(sum(line.balance) filter (where a.position = 'contract_reserve'), 0)::bigint as "contractReserveCents",
      coalesce(sum(line.balance) filter (where a.position = 'case_hold'), 0)::bigint as "blockedCents",
      coalesce(sum(line.balance) filter (where a.position = 'payout_reserved'), 0)::bigint as "payoutReservedCents",
      coalesce(sum(line.balance) filter (where a.position = 'receivable'), 0)::bigint as "receivableCents",
      coalesce(sum(line.balance), 0)::bigint as "totalCents"
    from ledger_account a cross join lateral (
      select l.balance_after_cents as balance from journal_line l
      where l.merchant_id = a.merchant_id and l.account_code = a.code and l.position is not null
        and l.entry_seq <= moment.seq
      order by l.entry_seq desc, l.account_version desc limit 1) line
    where a.merchant_id = moment.merchant_id and a.position is not null) positions`

const NAMES = [
  'pendingCents',
  'availableCents',
  'contractReserveCents',
  'blockedCents',
  'payoutReservedCents',
  'receivableCents',
  'totalCents',
] as const

const SUMS = NAMES.map((name) => `sum(positions."${name}")::bigint as "${name}"`).join(', ')

/** The cast to text is needed for the index `journal_entry_by_time`, which starts with `merchant_id::text`. */
const lastSeqBefore = (merchantId: string, moment: string): string => `
  coalesce((select e.seq from journal_entry e where e.merchant_id::text = (${merchantId})::uuid::text and e.posted_at < ${moment}
    order by e.posted_at desc, e.seq desc limit 1), 0)`

const AT = `
  select positions.* from (
    select id as merchant_id, ${lastSeqBefore('$1', '$2::timestamptz')} as seq from merchant where id = $1) moment
  ${POSITIONS}`

const DAYS = `
  select moment.day, moment."asOf", positions.* from (
    select $1::uuid as merchant_id, day.day, least(day.ends_at, $5) as "asOf",
      ${lastSeqBefore('$1', "least(day.ends_at, $5 + interval '1 millisecond')")} as seq
    from (${daysOf({ from: '$2', to: '$3', zone: '$4', now: '$5' })}) day) moment
  ${POSITIONS}
  order by moment.day`

/**
 * Returns the positions after all entries posted up to `asOf`. An entry posted later with an earlier economic date does
 * not change the result.
 * @throws Problem not_found, reason `account_not_found`.
 */
export async function readPositionsAt(ctx: Context, merchantId: string, asOf: Date): Promise<Positions> {
  const [row] = await sql<Omit<Positions, 'asOf'>>(ctx, AT, [merchantId, plusMs(asOf, 1)])
  if (!row) throw new Problem('not_found', { reason: 'account_not_found' })
  return { ...row, asOf }
}

/**
 * Returns the positions at the end of each day in the period. For today it returns the current positions. Future days
 * are left out.
 * @throws Problem validation_error: `to` (more than 366 days, or not after `from`), `zone`.
 */
export async function listBalanceDays(
  ctx: Context,
  merchantId: string,
  period: Period,
): Promise<BalanceDay[]> {
  const { from, to, zone } = checkPeriod(period)
  const rows = await sql<BalanceDay>(ctx, DAYS, [merchantId, from, to, zone, ctx.clock.now()])
  return rows.slice(-PERIOD_DAYS_MAX)
}

const OF_ALL = `
  select moment.at as "asOf", ${SUMS} from (
    select at.at, m.id as merchant_id, ${lastSeqBefore('m.id', "at.at + interval '1 millisecond'")} as seq
    from unnest($1::timestamptz[]) at(at) cross join merchant m) moment
  ${POSITIONS}
  group by moment.at order by moment.at`

/**
 * Sums the positions of all merchants at each of `moments`, in ascending order. Includes the service's own merchant.
 */
export async function listPositionsOfAll(ctx: Context, moments: readonly Date[]): Promise<Positions[]> {
  return await sql<Positions>(ctx, OF_ALL, [moments])
}

/** Returns the change of each position between two moments. */
export function movementBetween(before: Positions, after: Positions): Positions {
  return {
    pendingCents: after.pendingCents - before.pendingCents,
    availableCents: after.availableCents - before.availableCents,
    contractReserveCents: after.contractReserveCents - before.contractReserveCents,
    blockedCents: after.blockedCents - before.blockedCents,
    payoutReservedCents: after.payoutReservedCents - before.payoutReservedCents,
    receivableCents: after.receivableCents - before.receivableCents,
    totalCents: after.totalCents - before.totalCents,
    asOf: after.asOf,
  }
}
