import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { entities } from '../../kernel/database/entities.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Dispute } from '../dispute.entity.ts'
import { lockDispute, type LockedDispute } from '../disputed-payment.ts'
import { readDispute, type DisputeView } from '../list-disputes.ts'
import { DisputeRequest } from './dispute-request.entity.ts'

/** A call of a merchant that changes one of its disputes. */
export interface MerchantRequest {
  merchantId: string
  caseId: string
  idempotencyKey: string
  /** The name and the input of the call. Two calls are equal if they have the same dispute and the same content. */
  content: readonly string[]
}

export interface RequestOutcome {
  dispute: DisputeView
  /** Whether an earlier call with the same key has already made the change. */
  replayed: boolean
}

/**
 * Locks the dispute and runs `work`, in one transaction with the record of the idempotency key. If the call is a
 * repetition, `work` does not run. Returns the dispute after the change.
 * @throws Problem not_found, reason `dispute_not_found`.
 * @throws Problem idempotency_conflict: the key was used for another dispute or with another content.
 */
export async function runOnce<C extends Context>(
  ctx: C,
  request: MerchantRequest,
  work: (tx: Tx<C>, locked: LockedDispute) => Promise<void>,
): Promise<RequestOutcome> {
  const { merchantId, caseId } = request
  const replayed = await transaction(ctx, async (tx) => {
    const locked = await lockDispute(tx, merchantId, caseId)
    if (await isReplay(tx, request, locked.dispute)) return true
    await work(tx, locked)
    tx.em.create(DisputeRequest, {
      merchantId,
      idempotencyKey: request.idempotencyKey,
      caseId: locked.dispute.caseId,
      fingerprint: fingerprintOf(tx, request, locked.dispute),
      createdAt: tx.clock.now(),
    })
    await tx.em.flush()
    return false
  })
  return { dispute: await readDispute(ctx, merchantId, caseId), replayed }
}

/**
 * Returns whether an earlier call with the same key has made the change. `dispute` must be the dispute that `request`
 * names.
 * @throws Problem idempotency_conflict: the key was used for another dispute or with another content.
 */
export async function isReplay(
  ctx: Context,
  request: MerchantRequest,
  dispute: Pick<Dispute, 'caseId'>,
): Promise<boolean> {
  const { merchantId, idempotencyKey } = request
  const earlier = await entities(ctx).findOne(DisputeRequest, { merchantId, idempotencyKey })
  if (!earlier) return false
  if (!fingerprintOf(ctx, request, dispute).equals(earlier.fingerprint))
    throw new Problem('idempotency_conflict')
  return true
}

const fingerprintOf = (
  ctx: Context,
  { content }: MerchantRequest,
  { caseId }: Pick<Dispute, 'caseId'>,
): Buffer => ctx.vault.fingerprint('dispute-request', JSON.stringify([caseId, ...content]))
