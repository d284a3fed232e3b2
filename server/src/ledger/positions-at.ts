import { expressionBuilder, sql, type Expression } from 'kysely'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { sumOrZero } from '../kernel/database/expressions.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { checkPeriod, PERIOD_DAYS_MAX, selectDays, type Period } from '../kernel/values/period.ts'
import { Problem } from '../kernel/problem.ts'
import { PAYER_MONEY, type AccountCode, type Position } from './chart.ts'

/** A merchant's positions at one moment, in centavos. `receivableCents` is negative if the merchant has a debt. */
export interface Positions {
  pendingCents: bigint
  availableCents: bigint
  contractReserveCents: bigint
  blockedCents: bigint
  /** The part of `blockedCents` that belongs to payers: held payments, which the service returns. */
  heldForPayersCents: bigint
  payoutReservedCents: bigint
  receivableCents: bigint
  totalCents: bigint
  asOf: Date
}

export interface BalanceDay extends Positions {
  /** The local day, such as `2026-11-20`. */
  day: string
}

/** The fields of `Positions` that contain amounts. */
export const POSITION_CENTS = [
  'pendingCents',
  'availableCents',
  'contractReserveCents',
  'blockedCents',
  'heldForPayersCents',
  'payoutReservedCents',
  'receivableCents',
  'totalCents',
] as const

/**
 * Returns the sum of `cents` for each position, for the money of payers, and for all positions. The query must have the
 * table `ledger_account` under the alias `a`.
 */
function sumsByPosition(cents: Expression<unknown>) {
  const query = expressionBuilder<Tables>()
  const sum = query.fn('sum', [cents])
  const sumWhere = (column: 'position' | 'code', value: Position | AccountCode) =>
    sumOrZero(sql`${sum} filter (where ${sql.ref(`a.${column}`)} = ${sql.lit(value)})`)
  const sumOf = (position: Position) => sumWhere('position', position)
  return [
    sumOf('pending').as('pendingCents'),
    sumOf('available').as('availableCents'),
    sumOf('contract_reserve').as('contractReserveCents'),
    sumOf('case_hold').as('blockedCents'),
    sumWhere('code', PAYER_MONEY).as('heldForPayersCents'),
    sumOf('payout_reserved').as('payoutReservedCents'),
    sumOf('receivable').as('receivableCents'),
    sumOrZero(sum).as('totalCents'),
  ] as const
}

/**
 * Sums, by position, the balances of a merchant's visible accounts after a given entry. The outer query must contain a
 * table `moment` with `merchant_id` and `seq`, which is the sequence number of that entry. The query costs one index
 * lookup per account.
 */
function positionsAtMoment() {
  const query = expressionBuilder<Tables>()
  const lastLine = query
    .selectFrom('journal_line as l')
    .select('l.balance_after_cents as cents')
    .whereRef('l.merchant_id', '=', sql.ref('a.merchant_id'))
    .whereRef('l.account_code', '=', sql.ref('a.code'))
    .where('l.position', 'is not', null)
    .whereRef('l.entry_seq', '<=', sql.ref('moment.seq'))
    .orderBy('l.entry_seq', 'desc')
    .orderBy('l.account_version', 'desc')
    .limit(1)
  return query
    .selectFrom('ledger_account as a')
    .crossJoinLateral(lastLine.as('line'))
    .whereRef('a.merchant_id', '=', sql.ref('moment.merchant_id'))
    .where('a.position', 'is not', null)
    .select(() => sumsByPosition(sql.ref('line.cents')))
    .as('positions')
}

/** Returns the sequence number of a merchant's last entry that was posted before a moment; zero if there is none. */
export function lastSeqBefore(merchantId: Expression<string>, moment: Expression<Date>) {
  const query = expressionBuilder<Tables>()
  const last = query
    .selectFrom('journal_entry as e')
    .select('e.seq')
    // Compare as text, because the index journal_entry_by_time starts with `merchant_id::text`.
    .where((e) => e(e.cast<string>('e.merchant_id', 'text'), '=', query.cast<string>(merchantId, 'text')))
    .where('e.posted_at', '<', moment)
    .orderBy('e.posted_at', 'desc')
    .orderBy('e.seq', 'desc')
    .limit(1)
  return query.fn.coalesce(last, sql<bigint>`0`)
}

/**
 * Returns the positions after all entries posted up to `asOf`. An entry that is posted later, even with an earlier
 * economic date, does not change the result.
 * @throws Problem not_found, reason `account_not_found`.
 */
export async function readPositionsAt(ctx: Context, merchantId: string, asOf: Date): Promise<Positions> {
  const moment = selectLastSeqs(ctx, asOf).where('m.id', '=', merchantId)
  const row = await db(ctx)
    .selectFrom(moment.as('moment'))
    .crossJoinLateral(positionsAtMoment())
    .selectAll('positions')
    .executeTakeFirst()
  if (!row) throw new Problem('not_found', { reason: 'account_not_found' })
  return { ...row, asOf }
}

/**
 * Returns the positions of a merchant after each of several journal entries. `seqs` contains the sequence numbers of the
 * entries. The result has the order of `seqs`. For the sequence number 0, returns the positions before the first entry.
 * The caller adds `asOf`.
 */
export async function readPositionsAtSeqs(
  ctx: Context,
  merchantId: string,
  seqs: readonly bigint[],
): Promise<Omit<Positions, 'asOf'>[]> {
  const moments = db(ctx)
    .selectFrom(
      sql<{ seq: bigint; n: bigint }>`unnest(${seqs}::bigint[]) with ordinality`.as<'at'>(sql`at(seq, n)`),
    )
    .select(['at.n', 'at.seq', sql<string>`${merchantId}::uuid`.as('merchant_id')])
  return db(ctx)
    .selectFrom(moments.as('moment'))
    .crossJoinLateral(positionsAtMoment())
    .selectAll('positions')
    .orderBy('moment.n')
    .execute()
}

/**
 * Selects the positions of every merchant, in one row per `merchantId`. Without `asOf`, selects the current positions;
 * with `asOf`, the positions after all entries posted up to `asOf`. Past positions cost one index lookup per account in
 * use.
 */
export function selectPositionsOfEach(ctx: Context, asOf: Date | null) {
  if (asOf === null)
    return db(ctx)
      .selectFrom('ledger_account as a')
      .where('a.position', 'is not', null)
      .groupBy('a.merchant_id')
      .select('a.merchant_id as merchantId')
      .select(() => sumsByPosition(sql.ref('a.balance_cents')))
  return db(ctx)
    .selectFrom(selectLastSeqs(ctx, asOf).as('moment'))
    .crossJoinLateral(positionsAtMoment())
    .select('moment.merchant_id as merchantId')
    .select(POSITION_CENTS.map((name) => `positions.${name}` as const))
}

/** Selects, for every merchant, the sequence number of the last entry that was posted up to `asOf`. */
export const selectLastSeqs = (ctx: Context, asOf: Date) =>
  db(ctx)
    .selectFrom('merchant as m')
    .select((m) => ['m.id as merchant_id', lastSeqBefore(m.ref('m.id'), m.val(plusMs(asOf, 1))).as('seq')])

/**
 * Returns the positions at the end of each day in the period. For today, returns the current positions. Days in the
 * future are left out.
 * @throws Problem validation_error: `to` is not after `from` or is more than 366 days later, or `zone` is unknown.
 */
export async function listBalanceDays(
  ctx: Context,
  merchantId: string,
  period: Period,
): Promise<BalanceDay[]> {
  const now = ctx.clock.now()
  const id = sql<string>`${merchantId}::uuid`
  const moment = db(ctx)
    .selectFrom(selectDays(checkPeriod(period), now).as('day'))
    .select((row) => [
      'day.day',
      id.as('merchant_id'),
      row.fn<Date>('least', [row.ref('day.ends_at'), row.val(now)]).as('asOf'),
      lastSeqBefore(id, row.fn<Date>('least', [row.ref('day.ends_at'), row.val(plusMs(now, 1))])).as('seq'),
    ])
  const rows = await db(ctx)
    .selectFrom(moment.as('moment'))
    .crossJoinLateral(positionsAtMoment())
    .select(['moment.day', 'moment.asOf'])
    .selectAll('positions')
    .orderBy('moment.day')
    .execute()
  return rows.slice(-PERIOD_DAYS_MAX)
}

/**
 * Returns the sums of all merchants' positions at each of `moments`, in ascending order of time. The service's own
 * merchant is included. With `merchantId`, returns the positions of this merchant only.
 */
export async function listPositionsOfAll(
  ctx: Context,
  moments: readonly Date[],
  merchantId: string | null = null,
): Promise<Positions[]> {
  // Two equal moments must yield one row for each merchant, because the rows are grouped by moment.
  const times = sql<{ at: Date }>`(select distinct unnest(${moments}::timestamptz[]))`
  const moment = db(ctx)
    .selectFrom([times.as<'at'>(sql`at(at)`), 'merchant as m'])
    .select((row) => [
      'at.at as asOf',
      'm.id as merchant_id',
      lastSeqBefore(row.ref('m.id'), sql<Date>`at.at + interval '1 millisecond'`).as('seq'),
    ])
    .$if(merchantId !== null, (query) => query.where('m.id', '=', merchantId))
  return db(ctx)
    .selectFrom(moment.as('moment'))
    .crossJoinLateral(positionsAtMoment())
    .select(({ fn }) => [
      'moment.asOf',
      sumOrZero(fn.sum('positions.pendingCents')).as('pendingCents'),
      sumOrZero(fn.sum('positions.availableCents')).as('availableCents'),
      sumOrZero(fn.sum('positions.contractReserveCents')).as('contractReserveCents'),
      sumOrZero(fn.sum('positions.blockedCents')).as('blockedCents'),
      sumOrZero(fn.sum('positions.heldForPayersCents')).as('heldForPayersCents'),
      sumOrZero(fn.sum('positions.payoutReservedCents')).as('payoutReservedCents'),
      sumOrZero(fn.sum('positions.receivableCents')).as('receivableCents'),
      sumOrZero(fn.sum('positions.totalCents')).as('totalCents'),
    ])
    .groupBy('moment.asOf')
    .orderBy('moment.asOf')
    .execute()
}

/** Returns how much each position changed between two moments. */
export function movementBetween(before: Positions, after: Positions): Positions {
  return {
    pendingCents: after.pendingCents - before.pendingCents,
    availableCents: after.availableCents - before.availableCents,
    contractReserveCents: after.contractReserveCents - before.contractReserveCents,
    blockedCents: after.blockedCents - before.blockedCents,
    heldForPayersCents: after.heldForPayersCents - before.heldForPayersCents,
    payoutReservedCents: after.payoutReservedCents - before.payoutReservedCents,
    receivableCents: after.receivableCents - before.receivableCents,
    totalCents: after.totalCents - before.totalCents,
    asOf: after.asOf,
  }
}
