import { recordReveal } from '../audit/record-reveal.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { getMerchant } from './merchant.queries.ts'

/**
 * Records the reveal of a merchant's CPF or CNPJ, with the person and the reason. After recording, returns the document
 * without punctuation.
 * @throws Problem not_found, reason `account_not_found`, or as `recordReveal` does.
 */
export async function revealMerchantDocument(
  ctx: Context,
  merchantId: string,
  reason: string,
): Promise<string> {
  const { id, document } = await getMerchant(ctx, merchantId)
  await transaction(ctx, (tx) =>
    recordReveal(tx, { target: { type: 'merchant', id }, merchantId: id, reason }),
  )
  return document
}
