import { recordReveal } from '../audit/record-reveal.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { getMerchant } from './merchant.queries.ts'

/**
 * A merchant's CPF or CNPJ, without punctuation, once it stands on the record who asked for it and why.
 * @throws Problem not_found, reason `account_not_found`; and as `recordReveal`.
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
