import { expressionBuilder, type Expression, type Kysely } from 'kysely'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { eachDueRow, runnable, type FindParameters } from '../kernel/jobs/each-due.ts'
import type { DueRow } from '../kernel/jobs/job-failure.ts'
import { MAX_RUNTIME_MS, type Loop } from '../kernel/jobs/loop.ts'
import { laterBy, timeOf } from '../kernel/database/expressions.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { recordEvents } from '../webhooks/events/record-events.ts'
import { closeReleased } from './close-dispute.ts'
import { dueWarning, WARNINGS_MS } from './deadline-warnings.ts'
import { deadlineEvent } from './dispute-events.ts'
import { lockDispute } from './disputed-payment.ts'

const DEADLINES = 'deadlines'
const ALREADY_RETURNED = 'covered-disputes'

/** Returns the loop that warns merchants of deadlines. */
export const disputeLoops = (wakeDeliveries: () => void): Loop[] => [
  {
    name: 'deadlines',
    maxRuntimeMs: MAX_RUNTIME_MS.rows,
    intervalMs: 60_000,
    batch: 100,
    run: (ctx) => notifyDeadlines(ctx, 100),
    afterRun: wakeDeliveries,
  },
]

/**
 * Emits `dispute.deadline` for each open dispute 72, 24 and 4 hours before its deadline, in batches of `limit`. Returns
 * how many disputes were due.
 */
export function notifyDeadlines(ctx: Context, limit: number): Promise<number> {
  const find = (first: FindParameters) => findDeadlines(ctx, first)
  return eachDueRow(ctx, { job: DEADLINES, limit, find }, ({ merchantId, id }) =>
    transaction(ctx, async (tx) => {
      const locked = await lockDispute(tx, merchantId, id)
      const { dispute, money } = locked
      const now = tx.clock.now()
      const hours = dueWarning(dispute, now)
      if (hours === undefined) return
      dispute.deadlineToldAt = now
      await tx.em.flush()
      await recordEvents(tx, merchantId, [deadlineEvent(locked, hours, money?.environment)], now)
    }),
  )
}

/**
 * Builds a query for the disputes (alias `d`) whose merchant must now be warned of the deadline, by the rule of
 * `dueWarning`. The caller selects the columns.
 */
export const dueDeadlines = (queries: Kysely<Tables>, now: Expression<Date>) =>
  queries
    .selectFrom('dispute as d')
    .where('d.status', '=', 'open')
    .where('d.answer_until', '>', now)
    .where('d.answer_until', '<=', laterBy(now, Math.max(...WARNINGS_MS)))
    .where((row) =>
      row.or([
        row('d.deadline_told_at', 'is', null),
        ...WARNINGS_MS.map((ms) =>
          row.and([
            row('d.answer_until', '<=', laterBy(now, ms)),
            row('d.deadline_told_at', '<', laterBy(row.ref('d.answer_until'), -ms)),
          ]),
        ),
      ]),
    )

const dispute = expressionBuilder<Tables & { d: Tables['dispute'] }, 'd'>()

/**
 * The time since which a dispute (alias `d`) of `dueDeadlines` is due. This is the time of the earliest warning that
 * was not emitted, but not before the dispute was opened.
 */
export const warningDueAt = dispute.fn<Date>('greatest', [
  'd.opened_at',
  WARNINGS_MS.map((ms) => laterBy(dispute.ref('d.answer_until'), -ms)).reduceRight((later, dueAt) =>
    dispute
      .case()
      .when(
        dispute.or([dispute('d.deadline_told_at', 'is', null), dispute('d.deadline_told_at', '<', dueAt)]),
      )
      .then(dueAt)
      .else(later)
      .end(),
  ),
])

const findDeadlines = (ctx: Context, first: FindParameters): Promise<DueRow[]> =>
  dueDeadlines(db(ctx), timeOf(first[0]))
    .select(['d.merchant_id as merchantId', 'd.case_id as id'])
    .where(runnable(ctx, DEADLINES, first, { merchantId: 'd.merchant_id', id: 'd.case_id' }))
    .orderBy('d.answer_until')
    .limit(first[1])
    .execute()

/**
 * Closes open disputes whose payment was fully returned without a decision of the dispute, for example by a refund. The
 * result of these disputes is `already_returned`. Works in batches of `limit`. Returns how many disputes it processed.
 */
export function closeAlreadyReturned(ctx: Context, limit: number): Promise<number> {
  const find = (first: FindParameters) => findAlreadyReturned(ctx, first)
  return eachDueRow(ctx, { job: ALREADY_RETURNED, limit, find }, ({ merchantId, id }) =>
    transaction(ctx, async (tx) => {
      const locked = await lockDispute(tx, merchantId, id)
      if (locked.dispute.status !== 'open' || locked.financialCase.coverCents > 0n) return
      await emitSuspensionChange(tx, merchantId)
      await closeReleased(tx, locked, 'already_returned')
    }),
  )
}

/** Finds disputes of a fully refunded charge, or of a held payment that was returned to its payer. */
const findAlreadyReturned = (ctx: Context, first: FindParameters): Promise<DueRow[]> =>
  db(ctx)
    .selectFrom('dispute as d')
    .innerJoin('financial_case as f', (join) =>
      join.onRef('f.merchant_id', '=', 'd.merchant_id').onRef('f.id', '=', 'd.case_id'),
    )
    .innerJoin('payment as p', (join) =>
      join.onRef('p.merchant_id', '=', 'd.merchant_id').onRef('p.id', '=', 'd.payment_id'),
    )
    .leftJoin('charge as c', (join) =>
      join.onRef('c.merchant_id', '=', 'p.merchant_id').onRef('c.id', '=', 'p.charge_id'),
    )
    .leftJoin('financial_case as held', (join) =>
      join.onRef('held.merchant_id', '=', 'p.merchant_id').onRef('held.id', '=', 'p.case_id'),
    )
    .select(['d.merchant_id as merchantId', 'd.case_id as id'])
    .where('d.status', '=', 'open')
    .where('f.status', '=', 'open')
    .where('f.cover_cents', '=', 0n)
    .where((eb) =>
      eb.or([
        eb('p.classification', '=', 'primary').and('c.refunded_cents', '=', eb.ref('c.amount_cents')),
        eb('p.classification', '<>', 'primary').and('held.status', '=', 'returned'),
      ]),
    )
    .where(runnable(ctx, ALREADY_RETURNED, first, { merchantId: 'd.merchant_id', id: 'd.case_id' }))
    .orderBy('d.opened_at')
    .limit(first[1])
    .execute()
