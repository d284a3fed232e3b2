import type { Expression, Kysely } from 'kysely'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { eachDueRow, runnable, type FindParameters } from '../kernel/jobs/each-due.ts'
import { laterBy, timeOf } from '../kernel/database/expressions.ts'
import { db, type Tables } from '../kernel/database/tables.ts'
import { lockLedger, postEntries, type Entry } from '../ledger/post-entries.ts'
import type { WithPix } from '../pix/pix-accounts.ts'
import type { NetworkReturn } from '../pix/provider.ts'
import { closeFoundExceptions, findOpenExceptions, openException } from '../exceptions/exceptions.ts'

/** The minimum time in milliseconds between two checks of a return that the PSP has not confirmed. */
const CHECK_AGAIN_MS = 3_600_000
const JOB = 'return-settlement'

/**
 * Compares finished returns with the PSP's record of each, in batches of `limit`. Posts `provider.return_settled` once
 * for a return with the same amount at the PSP; opens an exception for any other return. Skips a return until its
 * payment is settled, and retries it later when the PSP does not answer. Returns how many returns it compared.
 */
export function settleReturns(ctx: Context & WithPix, limit: number): Promise<number> {
  const find = (first: FindParameters) => findWaiting(ctx, first)
  return eachDueRow(ctx, { job: JOB, limit, find }, async (one) => {
    const found = await ctx.pix
      .of(one.pixAccountId)
      .findReturn({ endToEndId: one.endToEndId, id: one.networkId }, ctx.signal)
    if (found.kind === 'unavailable') return found.kind
    const record = found.kind === 'found' ? found.return : undefined
    const isSame = record?.status === 'DEVOLVIDO' && record.amountCents === one.amountCents
    return isSame ? settle(ctx, one) : openDifference(ctx, one, record)
  })
}

/**
 * Builds a query for the finished returns (alias `n`) that must be compared with the PSP's record, joined with their
 * payments (alias `p`). The caller selects the columns.
 */
export const uncomparedReturns = (queries: Kysely<Tables>, now: Expression<Date>) =>
  queries
    .selectFrom('network_return as n')
    .innerJoin('payment as p', (join) =>
      join.onRef('p.merchant_id', '=', 'n.merchant_id').onRef('p.id', '=', 'n.payment_id'),
    )
    .where('n.state', '=', 'returned')
    .where('n.finished_at', 'is not', null)
    .where('n.reconciled_at', 'is', null)
    .where('p.settled_at', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('reconciliation_exception as x')
            .select('x.id')
            .whereRef('x.merchant_id', '=', 'n.merchant_id')
            .where('x.kind', '=', 'return_differs')
            .whereRef('x.subject', '=', 'n.network_id')
            .where('x.checked_at', '>', laterBy(now, -CHECK_AGAIN_MS)),
        ),
      ),
    )

const findWaiting = (ctx: Context, first: FindParameters) =>
  uncomparedReturns(db(ctx), timeOf(first[0]))
    .select((eb) => [
      'n.merchant_id as merchantId',
      'n.id',
      'n.payment_id as paymentId',
      'p.charge_id as chargeId',
      'p.pix_account_id as pixAccountId',
      'n.case_id as caseId',
      'n.end_to_end_id as endToEndId',
      'n.network_id as networkId',
      'n.amount_cents as amountCents',
      eb.ref('n.settled_at').$notNull().as('settledAt'),
    ])
    .where(runnable(ctx, JOB, first, { merchantId: 'n.merchant_id', id: 'n.id' }))
    .orderBy('n.finished_at')
    .limit(first[1])
    .execute()

type FinishedReturn = Awaited<ReturnType<typeof findWaiting>>[number]

function settle(ctx: Context, returned: FinishedReturn): Promise<void> {
  const { merchantId, id } = returned
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const marked = await db(tx)
      .updateTable('network_return')
      .set({ reconciled_at: now })
      .where('merchant_id', '=', merchantId)
      .where('id', '=', id)
      .where('reconciled_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!marked) return
    await postEntries(tx, merchantId, [settledEntry(returned)], now)
    const open = await findOpenExceptions(tx, {
      merchantId,
      kind: 'return_differs',
      subjects: [returned.networkId],
    })
    if (open.length === 0) return
    await emitSuspensionChange(tx, merchantId)
    await closeFoundExceptions(tx, merchantId, open, now)
  })
}

function settledEntry(returned: FinishedReturn): Entry {
  const { merchantId, id, paymentId, chargeId, amountCents, settledAt } = returned
  const line = { paymentId, ...(returned.caseId === null ? {} : { caseId: returned.caseId }) }
  return {
    eventType: 'provider.return_settled',
    source: chargeId === null ? { type: 'gateway', id: merchantId } : { type: 'charge', id: chargeId },
    dedupeKey: `provider.return_settled:${id}`,
    economicAt: settledAt,
    ...(chargeId === null ? {} : { chargeId }),
    lines: [
      { ...line, code: 'payer_returns', debitCents: amountCents },
      { ...line, code: 'bank', creditCents: amountCents },
    ],
  }
}

/**
 * Opens an exception, which suspends the merchant's payouts. Emits `payouts.suspended` if the merchant's payouts were
 * not suspended before.
 */
function openDifference(
  ctx: Context,
  returned: FinishedReturn,
  record: NetworkReturn | undefined,
): Promise<void> {
  const { merchantId, endToEndId, paymentId, networkId, amountCents } = returned
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const details = {
      recorded_cents: amountCents.toString(),
      network_cents: record?.amountCents.toString() ?? 'absent',
      network_status: record?.status ?? 'absent',
    }
    await emitSuspensionChange(tx, merchantId)
    await openException(
      tx,
      merchantId,
      { kind: 'return_differs', subject: networkId, endToEndId, paymentId, details },
      now,
    )
  })
}
