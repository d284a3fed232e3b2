import type { Context } from '../kernel/context.ts'
import type { Charge } from './charge.entity.ts'

/** What a sealed document is bound to, so that it opens for its own charge only. */
export const documentOwner = (chargeId: string): string => `charge:${chargeId}:payer-document`

/** A blind index: finds charges of one document without storing it in the clear. */
export const documentHash = (ctx: Context, document: string): Buffer =>
  ctx.vault.fingerprint('payer-document', document)

/** Returns the payer's CPF or CNPJ without punctuation; null when the charge has none. */
export function openDocument(ctx: Context, charge: Charge): string | null {
  const { payerDocumentBox: box, payerDocumentKeyId: keyId } = charge
  return box && keyId ? ctx.vault.open({ keyId, box: Buffer.from(box) }, documentOwner(charge.id)) : null
}
