import { recordAudit, type AuditedContext } from '../audit/record-audit.ts'
import type { ChargeMoney } from '../cases/charge-money.ts'
import { coverAvailable } from '../cases/cover-available.ts'
import { insertReturn } from '../returns/network-return.ts'
import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { transaction, type Tx } from '../kernel/context.ts'
import { minCents } from '../kernel/values/money.ts'
import { Problem } from '../kernel/problem.ts'
import { closeReleased, adjustCover, fitsRemaining } from './close-dispute.ts'
import type { Dispute, ReturnedBy } from './dispute.entity.ts'
import { lockDispute, type LockedDispute } from './disputed-payment.ts'

/** The description of the return, which the payer sees. */
const DESCRIPTION = 'Devolução por contestação aceita.'

export type Decision =
  | { kind: 'rejected' }
  /** The network withdrew the dispute. */
  | { kind: 'cancelled' }
  | {
      kind: 'accepted'
      /** Null accepts the whole dispute; a smaller amount accepts it in part. */
      amountCents: bigint | null
      /** `network`: the bank returns the money by its own process (MED), and this service waits for it. */
      returnedBy: ReturnedBy
    }

/**
 * Decides an open dispute. For staff. A rejected or cancelled dispute releases its money and closes. A dispute
 * accepted in whole or in part returns the money to the payer, and closes when the return is recorded. Under the
 * policy `return_what_exists` the return is at most the held amount; without a held amount, the dispute closes as
 * rejected.
 * @throws Problem not_found, reason `dispute_not_found`.
 * @throws Problem conflict, reason `dispute_not_open` or `dispute_exceeds_remaining`, or `return_in_progress`: a
 *   refund of the payment, or the return of a held payment, must finish first.
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
      after: { decision: decision.kind, cents: dispute.decidedCents?.toString() ?? null },
    })
    return dispute
  })
}

const refused = (reason: string): Problem => new Problem('conflict', { reason })

async function accept(
  tx: Tx,
  locked: LockedDispute,
  decision: Extract<Decision, { kind: 'accepted' }>,
): Promise<void> {
  const { dispute, financialCase, money } = locked
  const now = tx.clock.now()
  const acceptedCents = decision.amountCents ?? financialCase.amountCents
  if (acceptedCents > financialCase.amountCents) throw refused('dispute_exceeds_remaining')
  if (!money || !fitsRemaining(money, acceptedCents)) throw refused('return_in_progress')

  dispute.result = acceptedCents < financialCase.amountCents ? 'partly_accepted' : 'accepted'
  await adjustCover(tx, { ...locked, money }, acceptedCents)
  const amountCents =
    dispute.policy === 'service_advances' ? acceptedCents : minCents(acceptedCents, financialCase.heldCents)
  if (amountCents === 0n) {
    await closeReleased(tx, locked, 'rejected')
    return
  }
  // Under `return_what_exists`, the new cover is the held amount. It prevents `coverAvailable` from adding money that
  // arrives later to the hold.
  financialCase.coverCents = amountCents
  financialCase.exception = null
  dispute.status = 'returning'
  dispute.decidedCents = amountCents
  dispute.returnedBy = decision.returnedBy
  dispute.decidedAt = now
  dispute.updatedAt = now
  await tx.em.flush()
  if (decision.returnedBy === 'service') await createReturn(tx, { dispute, money, amountCents }, now)
  await coverAvailable(tx, dispute.merchantId, now)
}

async function createReturn(
  tx: Tx,
  { dispute, money, amountCents }: { dispute: Dispute; money: ChargeMoney; amountCents: bigint },
  now: Date,
): Promise<void> {
  const { merchantId, caseId, paymentId } = dispute
  const { endToEndId } = money
  await insertReturn(
    tx,
    {
      merchantId,
      id: tx.ids.uuid(now),
      caseId,
      paymentId,
      endToEndId,
      amountCents,
      description: DESCRIPTION,
    },
    now,
  )
}
