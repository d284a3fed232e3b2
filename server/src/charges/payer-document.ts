import type { Context } from '../kernel/context.ts'
import type { Charge } from './charge.entity.ts'

/** Returns the owner that the encryption binds a document to, so that it decrypts for its own charge only. */
export const documentOwner = (chargeId: string): string => `charge:${chargeId}:payer-document`

/** Returns the blind index of a document, which finds its charges without storing the document in plain text. */
export const documentHash = (ctx: Context, document: string): Buffer =>
  ctx.vault.fingerprint('payer-document', document)

/** Decrypts the payer's CPF or CNPJ, without punctuation. Returns null when the charge has none. */
export function openDocument(ctx: Context, charge: Charge): string | null {
  const { payerDocumentBox: box, payerDocumentKeyId: keyId } = charge
  return box && keyId ? ctx.vault.open({ keyId, box: Buffer.from(box) }, documentOwner(charge.id)) : null
}
