import type { Context } from '../kernel/context.ts'
import type { SealedColumn } from '../kernel/sealed/sealed-column.ts'
import type { Charge } from './charge.entity.ts'

/**
 * Returns the `owner` under which the vault encrypts the payer's document of a charge. The document decrypts only
 * with the same owner, so never for another charge.
 */
export const documentOwner = (chargeId: string): string => `charge:${chargeId}:payer-document`

/** The column with the payers' encrypted documents. */
export const SEALED_DOCUMENTS: SealedColumn = {
  table: 'charge',
  key: ['merchant_id', 'id'],
  box: 'payer_document_box',
  keyId: 'payer_document_key_id',
  owner: documentOwner,
}

/**
 * Returns the blind index of a document. A search finds charges by this value, because the document is not stored in
 * plain text.
 */
export const documentHash = (ctx: Context, document: string): Buffer =>
  ctx.vault.fingerprint('payer-document', document)

/** Decrypts the payer's CPF or CNPJ, without punctuation. Returns null when the charge has none. */
export function openDocument(ctx: Context, charge: Charge): string | null {
  const { payerDocumentBox: box, payerDocumentKeyId: keyId } = charge
  return box && keyId ? ctx.vault.open({ keyId, box: Buffer.from(box) }, documentOwner(charge.id)) : null
}
