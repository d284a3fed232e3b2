import { recordReveal } from '../audit/record-reveal.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { findChargeOfAny } from './charge.queries.ts'
import { openDocument } from './payer-document.ts'

/**
 * Returns the payer's CPF or CNPJ without punctuation, after recording the person and the reason in the audit log.
 * @throws Problem not_found, reason `charge_not_found` or `no_document`, or as `recordReveal` does.
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
