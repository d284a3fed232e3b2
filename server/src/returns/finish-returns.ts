import { plusMs } from '../kernel/clock.ts'
import { isAborted, transaction, type Context, type Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { eachDueRow, runnable, type FindParameters } from '../kernel/jobs/each-due.ts'
import { countFailedItems } from '../kernel/jobs/job-metrics.ts'
import { isLockTimeout } from '../kernel/jobs/transient-error.ts'
import { db } from '../kernel/database/tables.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import type { CaseKind } from '../cases/financial-case.entity.ts'
import { RETURN_COLUMNS, retryDelayMs, type ReturnRow } from './network-return.ts'

/**
 * A function that records the outcome of a return in the ledger, in its case, and in its refund or dispute. The caller
 * must have locked the ledger. Returns the id of the case, or undefined when another return must be finished first.
 */
export type FinishReturn = (tx: Tx, row: ReturnRow, now: Date) => Promise<string | undefined>

/**
 * Finishes the returns of one kind that have an outcome, in batches of `limit`. With `kind` null, finishes the returns
 * that this service did not request. A return that fails is retried later. Returns the number of returns that were
 * processed without an error.
 */
export function finishReturns(
  ctx: Context,
  { kind, limit }: { kind: CaseKind | null; limit: number },
  finish: FinishReturn,
): Promise<number> {
  const find = (first: FindParameters) => findUnfinished(ctx, kind, first)
  return eachDueRow(ctx, { job: 'finish-returns', limit, find }, async (row) => {
    try {
      return await finishReturn(ctx, row, finish)
    } catch (error) {
      if (isAborted(ctx) || isLockTimeout(error)) throw error
      countFailedItems(ctx)
      ctx.log.error({ err: error, merchant_id: row.merchantId, return: row.id }, 'return not finished')
      await postpone(ctx, row, error)
      return 'postponed'
    }
  })
}

/**
 * Finishes one return in its own transaction, under the correlation id of the request, callback or job run that created
 * the return. If `finish` returns undefined, schedules another attempt. Does nothing when the return has no outcome yet
 * or is already finished.
 */
export async function finishReturn(
  ctx: Context,
  { merchantId, id }: { merchantId: string; id: string },
  finish: FinishReturn,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockLedger(tx, merchantId)
    const now = tx.clock.now()
    const row = await lockUnfinished(tx, merchantId, id)
    if (!row) return
    const ofRequest = { ...tx, correlationId: row.correlationId ?? tx.correlationId }
    const caseId = await finish(ofRequest, row, now)
    if (caseId === undefined) await postpone(tx, row)
    else await markReturnFinished(tx, row, caseId, now)
  })
}

/**
 * Schedules the next attempt. `error` says why the return could not be recorded; undefined means that the return waits
 * for another return. Changes nothing when another process has finished or postponed the return meanwhile.
 */
async function postpone(ctx: Context, row: ReturnRow, error?: unknown): Promise<void> {
  const attempts = row.attempts + 1
  await db(ctx)
    .updateTable('network_return')
    .set({
      attempts,
      next_attempt_at: plusMs(ctx.clock.now(), retryDelayMs(attempts)),
      book_error: nameOf(error),
    })
    .where('merchant_id', '=', row.merchantId)
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .where('finished_at', 'is', null)
    .execute()
}

/**
 * Returns the code and the reason of a Problem, or the class of any other error; null without an error. Does not return
 * the message of another error, because a message may contain personal data.
 */
function nameOf(error: unknown): string | null {
  if (error === undefined) return null
  if (error instanceof Problem) return error.message
  return error instanceof Error ? error.name : 'unknown'
}

/**
 * Finds returns that have an outcome but are not finished, for the job `finish-returns`. `kind` is the kind of the case
 * of the returns; null selects the returns that this service did not request.
 */
const findUnfinished = (ctx: Context, kind: CaseKind | null, first: FindParameters): Promise<ReturnRow[]> =>
  db(ctx)
    .selectFrom('network_return as n')
    .leftJoin('financial_case as f', (join) =>
      join.onRef('f.merchant_id', '=', 'n.merchant_id').onRef('f.id', '=', 'n.case_id'),
    )
    .select(RETURN_COLUMNS)
    .where('n.state', '<>', 'asking')
    .where('n.finished_at', 'is', null)
    .where('n.next_attempt_at', '<=', first[0])
    .where((eb) =>
      kind === null
        ? eb('n.origin', '=', 'network')
        : eb.and([eb('n.origin', '=', 'service'), eb('f.kind', '=', kind)]),
    )
    .where(runnable(ctx, 'finish-returns', first, { merchantId: 'n.merchant_id', id: 'n.id' }))
    .orderBy('n.next_attempt_at')
    .orderBy('n.id')
    .limit(first[1])
    .execute()

/**
 * Locks a return that has an outcome but is not finished. The caller must have locked the ledger. Returns undefined
 * when the return has no outcome yet or is already finished.
 */
const lockUnfinished = (tx: Tx, merchantId: string, id: string): Promise<ReturnRow | undefined> =>
  db(tx)
    .selectFrom('network_return as n')
    .select(RETURN_COLUMNS)
    .where('n.merchant_id', '=', merchantId)
    .where('n.id', '=', id)
    .where('n.state', '<>', 'asking')
    .where('n.finished_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Marks a return as finished and assigns it to its case. */
async function markReturnFinished(tx: Tx, row: ReturnRow, caseId: string, now: Date): Promise<void> {
  await db(tx)
    .updateTable('network_return')
    .set({ finished_at: now, case_id: caseId, book_error: null })
    .where('merchant_id', '=', row.merchantId)
    .where('id', '=', row.id)
    .execute()
}
