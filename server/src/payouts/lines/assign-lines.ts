import { sql } from 'kysely'
import type { Context, Tx } from '../../kernel/context.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'
import { findCut } from './find-cut.ts'
import { addFirstRange, freeRanges, listFreeRanges, splitRange, takeRangesBefore } from './ranges.ts'

/**
 * Assigns to a payout the lines that it paid, right after the payout was posted. Does nothing when earlier payouts of
 * the merchant still wait for their lines: the job then assigns all of them, oldest first. The caller holds the
 * ledger lock.
 */
export async function assignNewPayout(tx: Tx, merchantId: string): Promise<void> {
  const due = await listDuePayouts(tx, merchantId, 2)
  if (due.length === 1) await assignDue(tx, merchantId, due)
}

/**
 * Assigns lines to paid payouts that have none, oldest first, and frees the lines of reversed payouts. Handles at most
 * `limit` payouts. The caller holds the ledger lock.
 */
export async function assignDuePayouts(tx: Tx, merchantId: string, limit: number): Promise<void> {
  await assignDue(tx, merchantId, await listDuePayouts(tx, merchantId, limit))
}

/**
 * Frees the lines of a reversed payout. Later payouts take the freed lines first. The caller holds the ledger lock.
 */
export async function freeLines(tx: Tx, merchantId: string, payoutIds: readonly string[]): Promise<void> {
  await freeRanges(tx, merchantId, payoutIds)
  await db(tx)
    .updateTable('payout')
    .set({ lines_assigned_at: null })
    .where('merchant_id', '=', merchantId)
    .where('id', '=', anyUuid(payoutIds))
    .execute()
}

interface DuePayout {
  id: string
  state: string
  amountCents: bigint
}

/** Finds the payouts of a merchant that wait for lines, or hold lines after their reversal. The oldest comes first. */
const listDuePayouts = (ctx: Context, merchantId: string, limit: number): Promise<DuePayout[]> =>
  selectDuePayouts(ctx)
    .select(['state', 'amount_cents as amountCents'])
    .where('merchant_id', '=', merchantId)
    .orderBy('entry_seq')
    .limit(limit)
    .execute()

/** Selects the paid payouts without lines and the reversed payouts with lines, of all merchants. */
export const selectDuePayouts = (ctx: Context) =>
  db(ctx)
    .selectFrom('payout')
    .select(['merchant_id as merchantId', 'id'])
    .where((row) =>
      row.or([
        row.and([row('state', '=', sql.lit<'paid'>('paid')), row('lines_assigned_at', 'is', null)]),
        row.and([
          row('state', '=', sql.lit<'reversed'>('reversed')),
          row('lines_assigned_at', 'is not', null),
        ]),
      ]),
    )

async function assignDue(tx: Tx, merchantId: string, due: readonly DuePayout[]): Promise<void> {
  const reversed = due.filter(({ state }) => state !== 'paid').map(({ id }) => id)
  if (reversed.length > 0) await freeLines(tx, merchantId, reversed)
  for (const payout of due) if (payout.state === 'paid') await assignLines(tx, merchantId, payout)
}

/**
 * Gives a payout the free lines in the order of posting, until their sum reaches its amount, and splits the last line.
 * The sum always reaches it: the free lines sum to `available`, `payout_reserved` and the payouts without lines.
 */
async function assignLines(tx: Tx, merchantId: string, { id, amountCents }: DuePayout): Promise<void> {
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
