import { isPerson, recordAudit } from '../audit/record-audit.ts'
import { requestDueReturn } from '../returns/request-returns.ts'
import {
  lockChargeMoney,
  remainingCents,
  writeChargeMoney,
  type ChargeMoney,
  isDisputed,
} from '../cases/charge-money.ts'
import { coverAvailable } from '../cases/cover-available.ts'
import { finishReturn } from '../returns/finish-returns.ts'
import { holdForRefund } from '../cases/hold-case.ts'
import { insertReturn } from '../returns/network-return.ts'
import { openCase } from '../cases/financial-case.ts'
import type { Charge } from '../charges/charge.entity.ts'
import { getCharge } from '../charges/charge.queries.ts'
import { entities } from '../kernel/database/entities.ts'
import { transaction, type Context, type Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import type { WithPix } from '../pix/pix-accounts.ts'
import { recordEvents } from '../webhooks/events/record-events.ts'
import { finishRefund } from './finish-refunds.ts'
import { refundEvent } from './refund-events.ts'
import { Refund, refundRefusalOf, type RefundReason } from './refund.entity.ts'
import { findRefundByKey, type RefundOfCharge } from './refund.queries.ts'

interface RequestRefund {
  idempotencyKey: string
  /** The amount to refund; null means the remaining amount. */
  amountCents: bigint | null
  reason: RefundReason | null
  description: string | null
  metadata: Record<string, string>
}

/**
 * Refunds a part or the rest of a paid charge: blocks the money, then requests the return at the PSP. Returns the
 * refund, whose status is usually still `processing`, and whether an earlier call with the same key created it.
 * @throws Problem not_found, reason `charge_not_found`.
 * @throws Problem idempotency_conflict: the key was used for another charge or with another body.
 * @throws Problem conflict, with the first reason that applies: `charge_not_refundable`, `dispute_open`,
 *   `refund_exceeds_remaining`, `refund_window_expired`, `insufficient_balance`. A call that throws changes nothing.
 */
export async function requestRefund(
  ctx: Context & WithPix,
  { merchantId, chargeId }: { merchantId: string; chargeId: string },
  input: RequestRefund,
): Promise<RefundOfCharge & { replayed: boolean }> {
  const charge = await getCharge(ctx, merchantId, chargeId)
  const fingerprint = fingerprintOf(ctx, charge.id, input)
  const outcome =
    (await findReplay(ctx, merchantId, input, fingerprint)) ??
    (await transaction(ctx, (tx) => createRefund(tx, charge, input, fingerprint)))
  if (outcome.replayed) return { ...outcome, charge }

  await requestFirst(ctx, merchantId, outcome.refund.id)
  const refund = await entities(ctx).findOneOrFail(Refund, { merchantId, id: outcome.refund.id })
  return { refund, charge, replayed: false }
}

/**
 * Returns the idempotency fingerprint of a refund request. Two requests have the same fingerprint if the charge and the
 * input are the same.
 */
function fingerprintOf(ctx: Context, chargeId: string, input: RequestRefund): Buffer {
  const canonical = [
    chargeId,
    input.amountCents?.toString() ?? null,
    input.reason,
    input.description,
    Object.entries(input.metadata).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]
  return ctx.vault.fingerprint('request-refund', JSON.stringify(canonical))
}

interface CreateOutcome {
  refund: Refund
  replayed: boolean
}

/**
 * Returns the refund that an earlier call with the idempotency key created; undefined if there is none. @throws Problem
 * idempotency_conflict: that call had another charge or body.
 */
async function findReplay(
  ctx: Context,
  merchantId: string,
  input: RequestRefund,
  fingerprint: Buffer,
): Promise<CreateOutcome | undefined> {
  const existing = await findRefundByKey(ctx, merchantId, input.idempotencyKey)
  if (!existing) return undefined
  if (!existing.fingerprint.equals(fingerprint)) throw new Problem('idempotency_conflict')
  return { refund: existing, replayed: true }
}

/** Creates the case, the hold, the refund and the return in one transaction. */
async function createRefund(
  tx: Tx,
  charge: Charge,
  input: RequestRefund,
  fingerprint: Buffer,
): Promise<CreateOutcome> {
  const now = tx.clock.now()
  const { merchantId } = charge
  await lockLedger(tx, merchantId)
  const existing = await findReplay(tx, merchantId, input, fingerprint)
  if (existing) return existing

  const money = await lockChargeMoney(tx, merchantId, charge.id)
  if (!money) throw refused('charge_not_refundable')
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
    now,
  })
  await tx.em.flush()
  await insertReturn(
    tx,
    { ...about, id: refundId, caseId: financialCase.id, description: input.description },
    now,
  )
  await recordEvents(tx, merchantId, [refundEvent('refund.created', refund, money)], now)
  await coverAvailable(tx, merchantId, now)
  if (isPerson(tx)) await auditRequest(tx, refund)
  return { refund, replayed: false }
}

function auditRequest(tx: Tx, refund: Refund): Promise<void> {
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

/**
 * Returns the requested amount, or by default the remaining amount.
 * @throws Problem conflict when the amount cannot be refunded.
 */
async function allowedAmount(tx: Tx, money: ChargeMoney, requestedCents: bigint | null): Promise<bigint> {
  const isContested = await isDisputed(tx, money.merchantId, money.paymentId)
  const facts = { ...money, isDisputed: isContested, leftCents: remainingCents(money) }
  const refusal = refundRefusalOf(facts, requestedCents, tx.clock.now())
  if (refusal) throw refused(refusal)
  return requestedCents ?? facts.leftCents
}

const refused = (reason: string): Problem => new Problem('conflict', { reason })

interface NewRefund {
  id: string
  caseId: string
  money: ChargeMoney
  amountCents: bigint
  input: RequestRefund
  fingerprint: Buffer
  now: Date
}

function newRefund(tx: Tx, given: NewRefund): Refund {
  const { id, caseId, money, amountCents, input, fingerprint, now } = given
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

/**
 * Requests the return at the PSP for the first time. Logs an error and does not throw, because the refund is committed
 * and `requestReturns` retries.
 */
async function requestFirst(ctx: Context & WithPix, merchantId: string, id: string): Promise<void> {
  try {
    if (await requestDueReturn(ctx, merchantId, id)) await finishReturn(ctx, { merchantId, id }, finishRefund)
  } catch (error) {
    ctx.log.error(
      { err: error, refund: id },
      'refund created, but its first attempt failed; it will be retried',
    )
  }
}
