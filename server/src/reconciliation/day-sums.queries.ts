import type { AliasedExpression } from 'kysely'
import type { ReconciliationException } from '../exceptions/exception.entity.ts'
import type { Context } from '../kernel/context.ts'
import { countRows } from '../kernel/database/count.ts'
import { sumOrZero } from '../kernel/database/expressions.ts'
import { db } from '../kernel/database/tables.ts'
import type { ClosedDay } from './closed-day.ts'

/** The payments or the returns that the service recorded on a day. */
export interface RecordedSums {
  recordedCount: number
  recordedCents: bigint
  /** How many of the recorded payments or returns are in the PSP's list, or were settled by staff. */
  confirmedCount: number
  confirmedCents: bigint
  /** How many of the confirmed payments or returns were confirmed after the end of the day. */
  laterCount: number
  laterCents: bigint
}

/** The payouts that were transferred on a day, by the bank's date. Omits reversed payouts. */
export interface PayoutSums {
  count: number
  /** The sum of the amounts of these payouts, in centavos. */
  payoutCents: bigint
  /** The sum of the journal lines of the payouts on the ledger account for the bank. */
  journalCents: bigint
}

/** Sums the payments that the service recorded on a day. Uses the index `payment_recorded_at`. */
export function sumPayments(ctx: Context, merchantId: string | null, day: ClosedDay): Promise<RecordedSums> {
  const rows = db(ctx)
    .selectFrom('payment')
    .select(['amount_cents as cents', 'settled_at as confirmedAt'])
    .where('recorded_at', '>=', day.from)
    .where('recorded_at', '<', day.to)
    .$if(merchantId !== null, (query) => query.where('merchant_id', '=', merchantId))
  return sumRows(ctx, rows.as('row'), day)
}

/** Sums the returns that the service recorded on a day. Uses the index `network_return_finished_at`. */
export function sumReturns(ctx: Context, merchantId: string | null, day: ClosedDay): Promise<RecordedSums> {
  const rows = db(ctx)
    .selectFrom('network_return')
    .select(['amount_cents as cents', 'reconciled_at as confirmedAt'])
    .where('finished_at', '>=', day.from)
    .where('finished_at', '<', day.to)
    .where('state', '=', 'returned')
    .$if(merchantId !== null, (query) => query.where('merchant_id', '=', merchantId))
  return sumRows(ctx, rows.as('row'), day)
}

type Rows = AliasedExpression<{ cents: bigint; confirmedAt: Date | null }, 'row'>

async function sumRows(ctx: Context, rows: Rows, { to }: ClosedDay): Promise<RecordedSums> {
  const { recordedCount, confirmedCount, laterCount, ...cents } = await db(ctx)
    .selectFrom(rows)
    .select(({ fn }) => {
      const sum = fn.sum('row.cents')
      const count = fn.countAll<bigint>()
      return [
        count.as('recordedCount'),
        sumOrZero(sum).as('recordedCents'),
        count.filterWhere('row.confirmedAt', 'is not', null).as('confirmedCount'),
        sumOrZero(sum.filterWhere('row.confirmedAt', 'is not', null)).as('confirmedCents'),
        count.filterWhere('row.confirmedAt', '>=', to).as('laterCount'),
        sumOrZero(sum.filterWhere('row.confirmedAt', '>=', to)).as('laterCents'),
      ]
    })
    .executeTakeFirstOrThrow()
  return {
    ...cents,
    recordedCount: Number(recordedCount),
    confirmedCount: Number(confirmedCount),
    laterCount: Number(laterCount),
  }
}

/** Sums the payouts that were transferred on a day, and their journal lines. */
export async function sumPayouts(
  ctx: Context,
  merchantId: string | null,
  { from, to }: ClosedDay,
): Promise<PayoutSums> {
  const row = await db(ctx)
    .selectFrom('payout as p')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('journal_line as l')
          .select(({ fn }) => sumOrZero(fn.sum('l.amount_cents')).as('cents'))
          .whereRef('l.merchant_id', '=', 'p.merchant_id')
          .whereRef('l.payout_id', '=', 'p.id')
          .where('l.account_code', '=', 'bank')
          .as('journal'),
      (join) => join.onTrue(),
    )
    .where('p.paid_at', '>=', from)
    .where('p.paid_at', '<', to)
    .$if(merchantId !== null, (query) => query.where('p.merchant_id', '=', merchantId))
    .select(({ fn }) => [
      fn.countAll<bigint>().filterWhere('p.state', '=', 'paid').as('count'),
      sumOrZero(fn.sum('p.amount_cents').filterWhere('p.state', '=', 'paid')).as('payoutCents'),
      // The journal lines of a reversed payout and of its reversal add up to zero.
      sumOrZero(fn.sum('journal.cents')).as('journalCents'),
    ])
    .executeTakeFirstOrThrow()
  return { ...row, count: Number(row.count) }
}

/** The maximum number of differences that one call reads. */
const DIFFERENCES_MAX = 1_000

/**
 * Lists the open differences of a day. The payment or return of a difference was recorded on the day, or the difference
 * has no record and was found on the day.
 */
export async function listOpenDifferences(
  ctx: Context,
  merchantId: string | null,
  { from, to }: ClosedDay,
): Promise<Pick<ReconciliationException, 'id' | 'kind' | 'details'>[]> {
  const rows = await db(ctx)
    .selectFrom('reconciliation_exception as x')
    .leftJoin('payment as p', (join) =>
      join.onRef('p.merchant_id', '=', 'x.merchant_id').onRef('p.id', '=', 'x.payment_id'),
    )
    .leftJoin('network_return as r', (join) =>
      join
        .onRef('r.merchant_id', '=', 'x.merchant_id')
        .onRef('r.end_to_end_id', '=', 'x.end_to_end_id')
        .onRef('r.network_id', '=', 'x.subject'),
    )
    .select((row) => [
      'x.id',
      'x.kind',
      'x.details',
      row
        .case('x.kind')
        .when('return_differs')
        .then(row.ref('r.finished_at'))
        .when('amount_differs')
        .then(row.ref('p.recorded_at'))
        .when('missing_at_network')
        .then(row.ref('p.recorded_at'))
        .else(row.ref('x.opened_at'))
        .end()
        .as('at'),
    ])
    .where('x.state', '=', 'open')
    // A difference is found only after its payment or return was recorded.
    .where('x.opened_at', '>=', from)
    .$if(merchantId !== null, (query) => query.where('x.merchant_id', '=', merchantId))
    .orderBy('x.opened_at')
    .limit(DIFFERENCES_MAX)
    .execute()
  return rows.filter(({ at }) => at !== null && at >= from && at < to)
}

/** Counts the closed differences that were found on a day. Stops counting at 1000. */
export const countClosedDifferences = (
  ctx: Context,
  merchantId: string | null,
  { from, to }: ClosedDay,
): Promise<number> =>
  countRows(
    ctx,
    db(ctx)
      .selectFrom('reconciliation_exception')
      .select('id')
      .where('opened_at', '>=', from)
      .where('opened_at', '<', to)
      .where('state', '=', 'closed')
      .$if(merchantId !== null, (query) => query.where('merchant_id', '=', merchantId))
      .limit(DIFFERENCES_MAX),
  )
