import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { OF_MERCHANT } from '../charges/charge-row.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { lockLedger, postEntries, type Entry } from '../ledger/post-entries.ts'
import { closeFoundExceptions, findOpenExceptions, openException } from '../exceptions/exceptions.ts'
import type { ListedPayment } from './listed-payment.ts'

interface LockedPayment {
  id: string
  chargeId: string | null
  endToEndId: string
  amountCents: bigint
  settledAt: Date | null
}

interface Match extends ListedPayment {
  payment: LockedPayment
}

/**
 * Settles payments of one merchant against the network's list, in one transaction. Posts `provider.settled` once per
 * payment. When the amounts differ, opens an exception and moves no money. Ignores payments that are already settled.
 */
export function settlePayments(ctx: Context, merchantId: string, listed: ListedPayment[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    const payments = await lockPayments(tx, merchantId, listed)
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
    await markSettled(tx, merchantId, same, now)
    await recordDifferences(tx, merchantId, { same, different }, now)
    await finishListings(tx, listed, different)
  })
}

/**
 * Opens exceptions for different amounts and closes those of payments that were missing. Emits an event when that
 * suspends or resumes payouts.
 */
async function recordDifferences(
  tx: Tx,
  merchantId: string,
  { same, different }: { same: Match[]; different: Match[] },
  now: Date,
): Promise<void> {
  const found = await findOpenExceptions(
    tx,
    merchantId,
    'missing_at_network',
    same.map((match) => match.endToEndId),
  )
  if (found.length + different.length === 0) return
  await emitSuspensionChange(tx, merchantId)
  await closeFoundExceptions(tx, merchantId, found, now)
  for (const match of different) await openException(tx, merchantId, amountDiffers(match), now)
}

async function lockPayments(
  tx: Tx,
  merchantId: string,
  listed: ListedPayment[],
): Promise<Map<string, LockedPayment>> {
  const rows = await sql<LockedPayment>(
    tx,
    `select id, charge_id as "chargeId", end_to_end_id as "endToEndId", amount_cents as "amountCents",
       settled_at as "settledAt"
     from payment where ${OF_MERCHANT} and end_to_end_id = any($2::text[]) order by id for no key update`,
    [merchantId, listed.map((one) => one.endToEndId)],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

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
      { code: 'provider_clearing', creditCents: amountCents, paymentId },
    ],
  }
}

async function markSettled(tx: Tx, merchantId: string, settled: Match[], now: Date): Promise<void> {
  await sql(
    tx,
    `update payment set settled_at = $3 where ${OF_MERCHANT} and end_to_end_id = any($2::text[])`,
    [merchantId, settled.map((match) => match.endToEndId), now],
  )
}

const amountDiffers = ({ payment, listedCents }: Match) => ({
  kind: 'amount_differs' as const,
  endToEndId: payment.endToEndId,
  paymentId: payment.id,
  details: { recorded_cents: payment.amountCents.toString(), listed_cents: listedCents.toString() },
})

async function finishListings(tx: Tx, listed: ListedPayment[], different: Match[]): Promise<void> {
  const differs = new Set(different.map((match) => match.endToEndId))
  await sql(
    tx,
    `update network_listing n set state = given.state
     from unnest($1::text[], $2::text[]) as given (end_to_end_id, state)
     where n.end_to_end_id = given.end_to_end_id`,
    [
      listed.map((one) => one.endToEndId),
      listed.map((one) => (differs.has(one.endToEndId) ? 'differs' : 'settled')),
    ],
  )
}
