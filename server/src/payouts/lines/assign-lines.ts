import { sql, type Kysely } from 'kysely'
import { isAborted, transaction, type Context, type Tx } from '../../kernel/context.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import { lockLedger } from '../../ledger/post-entries.ts'
import { findCut } from './find-cut.ts'
import { addFirstRange, freeRanges, listFreeRanges, splitRange, takeRangesBefore } from './ranges.ts'

/** The number of payouts that `assignAfterCommit` handles. Others wait for the job `payout-lines`. */
export const ASSIGNED_AFTER_COMMIT_MAX = 5

/**
 * Assigns lines right after a payout was recorded, and frees lines right after a payout was reversed. Call it after
 * the commit: a fault of the assignment must not undo the record of a transfer. Logs a failure; the job
 * `payout-lines` then repeats the assignment. Also handles older payouts that wait, so that concurrent payouts need
 * no run of the job.
 */
export async function assignAfterCommit(ctx: Context, merchantId: string): Promise<void> {
  try {
    await assignDuePayouts(ctx, merchantId, ASSIGNED_AFTER_COMMIT_MAX)
  } catch (error) {
    ctx.log.error(
      { err: error, merchant_id: merchantId },
      'lines of a payout not assigned; the job repeats it',
    )
  }
}

/**
 * Frees the lines of the reversed payouts of a merchant. Then assigns lines to paid payouts that have none, oldest
 * first, because a payout takes its lines after all older payouts. Handles at most `limit` payouts, each in its own
 * transaction, and ends early when the context is aborted.
 */
export async function assignDuePayouts(ctx: Context, merchantId: string, limit: number): Promise<void> {
  for (let count = 0; count < limit && !isAborted(ctx); count++) {
    const wasLast = await transaction(ctx, async (tx) => {
      await lockLedger(tx, merchantId)
      await freeReversed(tx, merchantId)
      const [oldest, next] = await listWaiting(tx, merchantId)
      if (oldest) await assignLines(tx, merchantId, oldest)
      return next === undefined
    })
    if (wasLast) return
  }
}

/** Frees the lines of reversed payouts. Later payouts take the freed lines first. The caller holds the ledger lock. */
async function freeReversed(tx: Tx, merchantId: string): Promise<void> {
  const reversed = await duePayouts(db(tx))
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'reversed')
    .execute()
  if (reversed.length === 0) return
  const ids = reversed.map(({ id }) => id)
  await freeRanges(tx, merchantId, ids)
  await db(tx)
    .updateTable('payout')
    .set({ lines_assigned_at: null })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', anyUuid(ids))
    .execute()
}

interface WaitingPayout {
  id: string
  amountCents: bigint
}

/** Lists the two oldest paid payouts of a merchant that wait for lines. */
const listWaiting = (ctx: Context, merchantId: string): Promise<WaitingPayout[]> =>
  duePayouts(db(ctx))
    .select(['id', 'amount_cents as amountCents'])
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'paid')
    .orderBy('entry_seq')
    .limit(2)
    .execute()

/** Starts a query of the paid payouts without lines and the reversed payouts with lines, of all merchants. */
export const duePayouts = (queries: Kysely<Tables>) =>
  queries
    .selectFrom('payout')
    .where((row) =>
      row.or([
        row.and([row('state', '=', sql.lit<'paid'>('paid')), row('lines_assigned_at', 'is', null)]),
        row.and([
          row('state', '=', sql.lit<'reversed'>('reversed')),
          row('lines_assigned_at', 'is not', null),
        ]),
      ]),
    )

/**
 * Gives a payout the free lines in the order of posting, until their sum reaches its amount, and splits the last line.
 * The sum always reaches it: the free lines sum to `available`, `payout_reserved` and the payouts without lines.
 */
async function assignLines(tx: Tx, merchantId: string, { id, amountCents }: WaitingPayout): Promise<void> {
  await addFirstRange(tx, merchantId)
  let leftCents = amountCents
  for await (const range of listFreeRanges(tx, merchantId)) {
    if (range.end && range.end.peakCents < leftCents) {
      leftCents -= range.end.sumCents
      continue
    }
    const cut = await findCut(tx, merchantId, range, leftCents)
    if (!cut) break
    await splitRange(tx, merchantId, range, { cut, sumCents: leftCents })
    await takeRangesBefore(tx, merchantId, id, cut)
    await markAssigned(tx, merchantId, id)
    return
  }
  throw new Error(`BUG: assignLines: the free lines do not reach the amount of payout ${id}`)
}

async function markAssigned(tx: Tx, merchantId: string, payoutId: string): Promise<void> {
  await db(tx)
    .updateTable('payout')
    .set({ lines_assigned_at: tx.clock.now() })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', payoutId)
    .execute()
}
