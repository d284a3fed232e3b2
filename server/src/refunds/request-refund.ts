import { isPerson, recordAudit } from '../audit/record-audit.ts'
import { requestDueReturn } from '../returns/request-returns.ts'
import { lockChargeMoney, remainingCents, writeChargeMoney, type ChargeMoney } from '../cases/charge-money.ts'
import { coverAvailable } from '../cases/cover-available.ts'
import { isDisputed } from '../cases/disputed.ts'
import { finishReturn } from '../returns/finish-returns.ts'
import { holdForRefund } from '../cases/hold-case.ts'
import { insertReturn } from '../returns/network-return.ts'
import { openCase } from '../cases/open-case.ts'
import type { Charge } from '../charges/charge.entity.ts'
import { getCharge } from '../charges/charge.queries.ts'
import { plusMs } from '../kernel/clock.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import type { WithPix } from '../pix/provider.ts'
import { recordEvents } from '../webhooks/events/record-events.ts'
import { finishRefund } from './finish-refunds.ts'
import { refundEvent } from './refund-events.ts'
import { Refund } from './refund.entity.ts'
import { findRefundByKey, type RefundOfCharge } from './refund.queries.ts'
import { fingerprintOf, type RequestRefund } from './request-refund.input.ts'

/** The network takes no return of a Pix older than this. */
const REFUND_WINDOW_MS = 90 * 86_400_000

/**
 * Gives a part of a paid charge, or all that remains, back to its payer: blocks the money, then asks the network.
 * Answers the refund as it is then, mostly `processing`, and whether an earlier call with the key made it.
 * @throws Problem not_found, reason `charge_not_found`.
 * @throws Problem idempotency_conflict: the key was used for another charge or with another body.
 * @throws Problem conflict, the first that holds of: `charge_not_refundable`, `dispute_open`,
 *   `refund_exceeds_remaining`, `refund_window_expired`, `insufficient_balance`. Nothing has changed then.
 */
export async function requestRefund(
  ctx: Context & WithPix,
  { merchantId, chargeId }: { merchantId: string; chargeId: string },
  input: RequestRefund,
): Promise<RefundOfCharge & { replayed: boolean }> {
  const charge = await getCharge(ctx, merchantId, chargeId)
  const fingerprint = fingerprintOf(ctx, charge.id, input)
  const begun =
    (await replay(ctx, merchantId, input, fingerprint)) ??
    (await transaction(ctx, (tx) => begin(tx, charge, input, fingerprint)))
  if (begun.replayed) return { ...begun, charge }

  await carryOut(ctx, merchantId, begun.refund.id)
  const refund = await ctx.em.findOneOrFail(
    Refund,
    { merchantId, id: begun.refund.id },
    { disableIdentityMap: true },
  )
  return { refund, charge, replayed: false }
}

interface Begun {
  refund: Refund
  replayed: boolean
}

/** The refund that stands under the key; undefined when there is none. */
async function replay(
  ctx: Context,
  merchantId: string,
  input: RequestRefund,
  fingerprint: Buffer,
): Promise<Begun | undefined> {
  const earlier = await findRefundByKey(ctx, merchantId, input.idempotencyKey)
  if (!earlier) return undefined
  if (!earlier.fingerprint.equals(fingerprint)) throw new Problem('idempotency_conflict')
  return { refund: earlier, replayed: true }
}

/** The hold, the refund and the order to the network, all or nothing. */
async function begin(tx: Tx, charge: Charge, input: RequestRefund, fingerprint: Buffer): Promise<Begun> {
  const now = tx.clock.now()
  const { merchantId } = charge
  await lockLedger(tx, merchantId)
  const earlier = await replay(tx, merchantId, input, fingerprint)
  if (earlier) return earlier

  const money = await lockChargeMoney(tx, merchantId, charge.id)
  if (!money || money.status === 'refunded') throw refused('charge_not_refundable')
  const amountCents = await allowedAmount(tx, money, input.amountCents)
  const refundId = tx.ids.uuid(now)
  const { paymentId, endToEndId, orderReference } = money
  const about = { merchantId, chargeId: charge.id, paymentId, endToEndId, amountCents }
  const financialCase = await openCase(tx, { ...about, kind: 'refund', refundId, orderReference }, now)
  if (!(await holdForRefund(tx, { financialCase, money, amountCents }, now)))
    throw refused('insufficient_balance')
  money.refundingCents += amountCents
  await writeChargeMoney(tx, money, now)

  const refund = newRefund(tx, {
    money,
    input,
    fingerprint,
    id: refundId,
    caseId: financialCase.id,
    amountCents,
  })
  await tx.em.flush()
  await insertReturn(
    tx,
    { ...about, id: refundId, caseId: financialCase.id, description: input.description },
    now,
  )
  await recordEvents(tx, merchantId, [refundEvent('refund.created', refund, money)], now)
  await coverAvailable(tx, merchantId, now)
  if (isPerson(tx)) await recordRequest(tx, refund)
  return { refund, replayed: false }
}

function recordRequest(tx: Tx, refund: Refund): Promise<void> {
  return recordAudit(tx, {
    action: 'refund.request',
    target: { type: 'refund', id: refund.id },
    merchantId: refund.merchantId,
    ...(refund.description === null ? {} : { reason: refund.description }),
    after: {
      charge_id: refund.chargeId,
      amount_cents: refund.amountCents.toString(),
      reason: refund.reason,
    },
  })
}

/** The amount asked for, or all that remains. @throws Problem conflict. */
async function allowedAmount(tx: Tx, money: ChargeMoney, wantedCents: bigint | null): Promise<bigint> {
  if (await isDisputed(tx, money.merchantId, money.paymentId)) throw refused('dispute_open')
  const leftCents = remainingCents(money)
  const amountCents = wantedCents ?? leftCents
  if (leftCents === 0n || amountCents > leftCents) throw refused('refund_exceeds_remaining')
  if (tx.clock.now() > plusMs(money.paidAt, REFUND_WINDOW_MS)) throw refused('refund_window_expired')
  return amountCents
}

const refused = (reason: string): Problem => new Problem('conflict', { reason })

interface NewRefund {
  id: string
  caseId: string
  money: ChargeMoney
  amountCents: bigint
  input: RequestRefund
  fingerprint: Buffer
}

function newRefund(tx: Tx, { id, caseId, money, amountCents, input, fingerprint }: NewRefund): Refund {
  const now = tx.clock.now()
  return tx.em.create(Refund, {
    merchantId: money.merchantId,
    id,
    chargeId: money.id,
    caseId,
    amountCents,
    status: 'processing',
    reason: input.reason,
    description: input.description,
    metadata: input.metadata,
    failureCode: null,
    returnId: null,
    idempotencyKey: input.idempotencyKey,
    fingerprint,
    requestedAt: now,
    completedAt: null,
    createdAt: now,
    updatedAt: now,
  })
}

/** The first call to the network. The refund stands, whatever comes of it: the janitor asks about it again. */
async function carryOut(ctx: Context & WithPix, merchantId: string, id: string): Promise<void> {
  try {
    if (await requestDueReturn(ctx, merchantId, id)) await finishReturn(ctx, { merchantId, id }, finishRefund)
  } catch (error) {
    ctx.log.error({ err: error, refund: id }, 'refund begun, but not carried on')
  }
}
