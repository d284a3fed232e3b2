import { coverAvailable } from '../cases/cover-available.ts'
import type { Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { minCents } from '../kernel/values/money.ts'
import { insertReturn } from '../returns/network-return.ts'
import { adjustCover, closeReleased, fitsRemaining } from './close-dispute.ts'
import type { ReturnedBy } from './dispute.entity.ts'
import type { LockedDispute } from './disputed-payment.ts'

/** The description of the return, which the payer sees. */
const DESCRIPTION = 'Devolução por contestação aceita.'

export interface Grant {
  amountCents: bigint
  returnedBy: ReturnedBy
  /** Whether the network has decided the amount. If so, the policy of the dispute does not apply. */
  ignoresPolicy?: boolean
}

/**
 * Decides an open dispute in favour of the payer, for at most the disputed amount. The dispute is `returning` until the
 * return is recorded. Under the policy `return_what_exists`, without `ignoresPolicy`, the return is at most the held
 * amount. If nothing is held, the dispute then closes as rejected. Returns the amount to return.
 * @throws Problem conflict, reason `return_in_progress`: a refund of the payment, or the return of a held payment,
 *   must finish first.
 */
export async function grantDispute(tx: Tx, locked: LockedDispute, granted: Grant): Promise<bigint> {
  const { dispute, financialCase, money } = locked
  const now = tx.clock.now()
  if (!money || !fitsRemaining(money, granted.amountCents))
    throw new Problem('conflict', { reason: 'return_in_progress' })

  dispute.result = granted.amountCents < financialCase.amountCents ? 'partly_accepted' : 'accepted'
  await adjustCover(tx, { ...locked, money }, granted.amountCents)
  const amountCents =
    dispute.policy === 'service_advances' || granted.ignoresPolicy
      ? granted.amountCents
      : minCents(granted.amountCents, financialCase.heldCents)
  if (amountCents === 0n) {
    await closeReleased(tx, locked, 'rejected')
    return amountCents
  }
  // Under `return_what_exists`, the case needs to cover no more than the held amount. So `coverAvailable` does not add
  // later money to the hold.
  financialCase.coverCents = amountCents
  financialCase.exception = null
  dispute.status = 'returning'
  dispute.decidedCents = amountCents
  dispute.returnedBy = granted.returnedBy
  dispute.decidedAt = now
  dispute.updatedAt = now
  await tx.em.flush()
  if (granted.returnedBy === 'service')
    await createReturn(tx, locked, { endToEndId: money.endToEndId, amountCents })
  await coverAvailable(tx, dispute.merchantId, now)
  return amountCents
}

async function createReturn(
  tx: Tx,
  { dispute: { merchantId, caseId, paymentId } }: LockedDispute,
  about: { endToEndId: string; amountCents: bigint },
): Promise<void> {
  const now = tx.clock.now()
  const id = tx.ids.uuid(now)
  await insertReturn(tx, { merchantId, id, caseId, paymentId, description: DESCRIPTION, ...about }, now)
}
