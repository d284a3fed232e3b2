import { plusMs } from '../kernel/clock.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { eachDueRow, type FindParameters } from '../kernel/jobs/each-due.ts'
import { sql } from '../kernel/database/sql.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import type { CaseKind } from '../cases/financial-case.entity.ts'
import { FIND_UNFINISHED, markReturnFinished, lockUnfinished, type ReturnRow } from './network-return.ts'
import { retryDelayMs } from './return-times.ts'

/**
 * Puts into the book what came of a return, under the ledger's lock; answers the id of the case it belongs to, or
 * undefined when something else has to end first.
 */
export type Finish = (tx: Tx, row: ReturnRow, now: Date) => Promise<string | undefined>

/**
 * Finishes the returns of one kind that have ended, in batches of `limit`. One that fails is tried again, later. Answers
 * how many it looked at.
 */
export function finishReturns(
  ctx: Context,
  { kind, limit }: { kind: CaseKind | null; limit: number },
  finish: Finish,
): Promise<number> {
  const find = (first: FindParameters) => sql<ReturnRow>(ctx, FIND_UNFINISHED, [...first, kind])
  return eachDueRow(ctx, { job: 'finish-returns', limit, find }, async (row) => {
    try {
      return await finishReturn(ctx, row, finish)
    } catch (error) {
      ctx.log.error({ err: error, merchant_id: row.merchantId, return: row.id }, 'return not finished')
      await postpone(ctx, row, error)
      return 'postponed'
    }
  })
}

/** Finishes one return in a transaction of its own, if it still waits for it. */
export async function finishReturn(
  ctx: Context,
  { merchantId, id }: { merchantId: string; id: string },
  finish: Finish,
): Promise<void> {
  await transaction(ctx, async (tx) => {
    await lockLedger(tx, merchantId)
    const now = tx.clock.now()
    const row = await lockUnfinished(tx, merchantId, id)
    if (!row) return
    const caseId = await finish(tx, row, now)
    if (caseId === undefined) await postpone(tx, row)
    else await markReturnFinished(tx, row, caseId, now)
  })
}

/** `error`: why it could not be put into the book; without one, something else has to end first. */
async function postpone(ctx: Context, row: ReturnRow, error?: unknown): Promise<void> {
  const attempts = row.attempts + 1
  await sql(
    ctx,
    `update network_return set attempts = $3, next_attempt_at = $4, book_error = $5
     where merchant_id = $1 and id = $2`,
    [row.merchantId, row.id, attempts, plusMs(ctx.clock.now(), retryDelayMs(attempts)), nameOf(error)],
  )
}

/** The class of a failure or the reason of a refusal: never its text, which may carry values. */
function nameOf(error: unknown): string | null {
  if (error === undefined) return null
  if (error instanceof Problem) return error.message
  return error instanceof Error ? error.name : 'unknown'
}
