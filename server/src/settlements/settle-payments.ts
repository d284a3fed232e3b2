import { sql } from 'kysely'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { isOneOfTexts, preparedQuery, type Given } from '../kernel/database/prepared-query.ts'
import { SAME_MERCHANT } from '../kernel/database/same-merchant.ts'
import { clearingOf } from '../ledger/chart.ts'
import { lockLedger, postEntries, type Entry } from '../ledger/post-entries.ts'
import { closeFoundExceptions, findOpenExceptions, openException } from '../exceptions/exceptions.ts'
import type { ListedPayment } from './listed-payment.ts'

type LockedPayment = Awaited<ReturnType<typeof lockPayments>>[number]

interface Match extends ListedPayment {
  payment: LockedPayment
}

/**
 * Compares payments of one merchant with the PSP's list and settles them, in one transaction. Posts `provider.settled`
 * once per payment. When the amounts differ, opens an exception and moves no money. Ignores payments that are already
 * settled.
 */
export function settlePayments(ctx: Context, merchantId: string, listed: ListedPayment[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const locked = await lockPayments(tx, { merchantId, endToEndIds: endToEndIdsOf(listed) })
    const payments = new Map(locked.map((payment) => [payment.id, payment]))
    const matches = listed.flatMap((one): Match[] => {
      const payment = payments.get(one.paymentId)
      return payment && payment.settledAt === null ? [{ ...one, payment }] : []
    })
    const same = matches.filter((match) => match.payment.amountCents === match.listedCents)
    const different = matches.filter((match) => match.payment.amountCents !== match.listedCents)

    await postEntries(
      tx,
      merchantId,
      same.map((match) => settledEntry(merchantId, match)),
      now,
    )
    await markSettled(tx, { merchantId, endToEndIds: endToEndIdsOf(same), now })
    await recordDifferences(tx, merchantId, { same, different }, now)
    await finishListings(tx, {
      endToEndIds: endToEndIdsOf(listed),
      differing: endToEndIdsOf(different),
    })
  })
}

/**
 * Opens exceptions for payments whose amounts differ. Closes the exceptions of missing payments that the PSP now lists
 * with the recorded amount. Emits an event if these changes suspend or resume payouts.
 */
async function recordDifferences(
  tx: Tx,
  merchantId: string,
  { same, different }: { same: Match[]; different: Match[] },
  now: Date,
): Promise<void> {
  const found = await findOpenExceptions(tx, {
    merchantId,
    kind: 'missing_at_network',
    subjects: endToEndIdsOf(same),
  })
  if (found.length + different.length === 0) return
  await emitSuspensionChange(tx, merchantId)
  await closeFoundExceptions(tx, merchantId, found, now)
  for (const match of different) await openException(tx, merchantId, amountDiffers(match), now)
}

/** Locks the listed payments in the order of their ids. */
const lockPayments = preparedQuery((compiler, given: Given<{ merchantId: string; endToEndIds: string[] }>) =>
  compiler
    .selectFrom('payment')
    .select([
      'id',
      'charge_id as chargeId',
      'end_to_end_id as endToEndId',
      'amount_cents as amountCents',
      'settled_at as settledAt',
      'pix_account_id as pixAccountId',
    ])
    .where('merchant_id', SAME_MERCHANT, given('merchantId'))
    .where(isOneOfTexts('end_to_end_id', given('endToEndIds')))
    .orderBy('id')
    .forNoKeyUpdate(),
)

const endToEndIdsOf = (payments: readonly ListedPayment[]): string[] =>
  payments.map((payment) => payment.endToEndId)

function settledEntry(merchantId: string, { payment, listedPaidAt }: Match): Entry {
  const { id: paymentId, chargeId, amountCents, endToEndId } = payment
  return {
    eventType: 'provider.settled',
    source: chargeId === null ? { type: 'gateway', id: merchantId } : { type: 'charge', id: chargeId },
    dedupeKey: `provider.settled:${endToEndId}`,
    economicAt: listedPaidAt,
    ...(chargeId === null ? {} : { chargeId }),
    lines: [
      { code: 'bank', debitCents: amountCents, paymentId },
      { code: clearingOf(payment.pixAccountId), creditCents: amountCents, paymentId },
    ],
  }
}

const markSettled = preparedQuery(
  (compiler, given: Given<{ merchantId: string; endToEndIds: string[]; now: Date }>) =>
    compiler
      .updateTable('payment')
      .set({ settled_at: given('now') })
      .where('merchant_id', SAME_MERCHANT, given('merchantId'))
      .where(isOneOfTexts('end_to_end_id', given('endToEndIds'))),
)

const amountDiffers = ({ payment, listedCents }: Match) => ({
  kind: 'amount_differs' as const,
  endToEndId: payment.endToEndId,
  paymentId: payment.id,
  details: { recorded_cents: payment.amountCents.toString(), listed_cents: listedCents.toString() },
})

const finishListings = preparedQuery(
  (compiler, given: Given<{ endToEndIds: string[]; differing: string[] }>) =>
    compiler
      .updateTable('network_listing')
      .set((eb) => ({
        state: eb
          .case()
          .when(isOneOfTexts('end_to_end_id', given('differing')))
          .then(sql.lit<'differs'>('differs'))
          .else(sql.lit<'settled'>('settled'))
          .end(),
      }))
      .where(isOneOfTexts('end_to_end_id', given('endToEndIds'))),
)
