import { recordReveal } from '../audit/record-reveal.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { findChargeOfAny } from './charge.queries.ts'
import { openDocument } from './payer-document.ts'

/**
 * The payer's CPF or CNPJ, without punctuation, once it stands on the record who asked for it and why.
 * @throws Problem not_found: `charge_not_found`, `no_document`; and as `recordReveal`.
 */
export async function revealPayerDocument(ctx: Context, chargeId: string, reason: string): Promise<string> {
  const charge = await findChargeOfAny(ctx, chargeId)
  if (!charge) throw new Problem('not_found', { reason: 'charge_not_found' })
  const document = openDocument(ctx, charge)
  if (document === null) throw new Problem('not_found', { reason: 'no_document' })
  const { id, merchantId } = charge
  await transaction(ctx, (tx) => recordReveal(tx, { target: { type: 'charge', id }, merchantId, reason }))
  return document
}
