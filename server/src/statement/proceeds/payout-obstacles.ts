import type { Context } from '../../kernel/context.ts'
import { merchantById } from '../../merchants/merchant.queries.ts'
import { suspensionReasonsOf, type SuspensionReason } from '../../merchants/suspension-reasons.ts'

/** A reason why no payout to a merchant can be made now. */
export interface PayoutObstacle extends Pick<SuspensionReason, 'code' | 'caseId'> {
  /** When the reason arose. Null if the merchant has never had a bank account. */
  since: Date | null
}

/**
 * Returns why no payout to the merchant can be made now: the reasons of a suspension, and a bank account that was never
 * set. A bank account that was never set does not suspend payouts, but no payout can be reserved without a bank
 * account.
 */
export async function listPayoutObstacles(ctx: Context, merchantId: string): Promise<PayoutObstacle[]> {
  const [reasons, merchant] = await Promise.all([
    suspensionReasonsOf(ctx, merchantId),
    merchantById(ctx, merchantId),
  ])
  const neverHadAccount = merchant?.bankAccountId === null && merchant.bankAccountRemovedAt === null
  return neverHadAccount ? [...reasons, { code: 'bank_account_missing', since: null, caseId: null }] : reasons
}
