import { recordAudit, type AuditedContext } from '../audit/record-audit.ts'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { transaction, type Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { closeReleased } from './close-dispute.ts'
import type { Dispute, ReturnedBy } from './dispute.entity.ts'
import { lockDispute, type LockedDispute } from './disputed-payment.ts'
import { grantDispute } from './grant-dispute.ts'

export type Decision =
  | { kind: 'rejected' }
  /** The network withdrew the dispute. */
  | { kind: 'cancelled' }
  | {
      kind: 'accepted'
      /** The accepted amount; null for the whole disputed amount. */
      amountCents: bigint | null
      /** With `network`, the PSP returns the money in its own process (MED), and this service waits for that return. */
      returnedBy: ReturnedBy
    }

/**
 * Decides an open dispute. Only staff can decide. If the decision rejects or cancels the dispute, releases the held
 * money and closes the dispute. If the decision accepts the dispute in whole or in part, returns the granted amount to
 * the payer. The dispute then closes when the return is recorded. Under the policy `return_what_exists`, at most the
 * held amount is returned. If nothing is held, the dispute closes as rejected.
 * @throws Problem not_found, reason `dispute_not_found`.
 * @throws Problem conflict, reason `dispute_not_open` or `dispute_exceeds_remaining`.
 * @throws Problem conflict, reason `return_in_progress`: a refund of the payment, or the return of a held payment, must
 * finish first.
 */
export function decideDispute(
  ctx: AuditedContext,
  { merchantId, caseId }: { merchantId: string; caseId: string },
  decision: Decision,
  reason: string,
): Promise<Dispute> {
  return transaction(ctx, async (tx) => {
    const locked = await lockDispute(tx, merchantId, caseId)
    const { dispute } = locked
    if (dispute.status !== 'open') throw refused('dispute_not_open')
    await emitSuspensionChange(tx, merchantId)
    if (decision.kind === 'accepted') await accept(tx, locked, decision)
    else await closeReleased(tx, locked, decision.kind)
    await recordAudit(tx, {
      action: 'dispute.decide',
      target: { type: 'case', id: caseId },
      merchantId,
      reason,
      after: {
        decision: decision.kind,
        cents: dispute.decidedCents?.toString() ?? null,
        disputed_cents: locked.financialCase.amountCents.toString(),
      },
    })
    return dispute
  })
}

const refused = (reason: string): Problem => new Problem('conflict', { reason })

async function accept(
  tx: Tx,
  locked: LockedDispute,
  { amountCents, returnedBy }: Extract<Decision, { kind: 'accepted' }>,
): Promise<void> {
  const disputedCents = locked.financialCase.amountCents
  const acceptedCents = amountCents ?? disputedCents
  if (acceptedCents > disputedCents) throw refused('dispute_exceeds_remaining')
  await grantDispute(tx, locked, { amountCents: acceptedCents, returnedBy })
}
