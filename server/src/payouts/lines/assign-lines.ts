import { sql, type Kysely } from 'kysely'
import { isAborted, transaction, type Context, type Tx } from '../../kernel/context.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import { lockLedger } from '../../ledger/post-entries.ts'
import { findCut } from './find-cut.ts'
import { addFirstRange, freeRanges, listFreeRanges, splitRange, takeRangesBefore } from './ranges.ts'

/**
 * The maximum number of payouts that one call of `assignAfterCommit` handles. The job `payout-lines` handles the
 * remaining payouts.
 */
export const ASSIGNED_AFTER_COMMIT_MAX = 5

/**
 * Assigns journal lines to a payout that was just recorded, and frees the lines of a payout that was just reversed.
 * Call this function after the commit, so that an error here does not roll back the recorded transfer. Logs a failure;
 * the job `payout-lines` then repeats the assignment. Also assigns lines to older payouts that have none, so that
 * concurrent payouts need not wait for the job.
 */
export async function assignAfterCommit(ctx: Context, merchantId: string): Promise<void> {
  try {
    await assignDuePayouts(ctx, merchantId, ASSIGNED_AFTER_COMMIT_MAX)
  } catch (error) {
    ctx.log.error(
      { err: error, merchant_id: merchantId },
      'the lines of a payout were not assigned; the job payout-lines retries',
    )
  }
}

/**
 * Frees the lines of the reversed payouts of a merchant. After that, assigns lines to the paid payouts that have none.
 * The oldest payout comes first and gets the oldest lines. Handles at most `limit` payouts, each in its own
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

/**
 * Frees the lines of reversed payouts. Later payouts take the freed lines before the lines that no payout has ever
 * paid. The caller must have locked the ledger.
 */
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

/** Lists the two oldest of a merchant's paid payouts that wait for lines. */
const listWaiting = (ctx: Context, merchantId: string): Promise<WaitingPayout[]> =>
  duePayouts(db(ctx))
    .select(['id', 'amount_cents as amountCents'])
    .where('merchant_id', '=', merchantId)
    .where('state', '=', 'paid')
    .orderBy('entry_seq')
    .limit(2)
    .execute()

/** Starts a query for the paid payouts without lines and the reversed payouts with lines, of all merchants. */
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
 * Assigns free lines to a payout in the order of posting, until their sum reaches the amount of the payout. Splits the
 * last line if the payout pays only a part of that line. There are always enough free lines: the free lines sum to the
 * balances of `available` and `payout_reserved` plus the amounts of the paid payouts without lines.
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
