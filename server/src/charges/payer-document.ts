import type { Context } from '../kernel/context.ts'
import type { SealedColumn } from '../kernel/sealed/sealed-column.ts'
import type { Charge } from './charge.entity.ts'

/**
 * Returns the `owner` with which the vault encrypts the payer's document of a charge. The vault decrypts a document
 * only with the same owner, so a document copied to another charge cannot be decrypted.
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
 * Returns the blind index of a document: a keyed digest. A search finds charges by this digest, because the database
 * contains no document in plain text.
 */
export const documentHash = (ctx: Context, document: string): Buffer =>
  ctx.vault.fingerprint('payer-document', document)

/** Decrypts the payer's CPF or CNPJ, without punctuation. Returns null if the charge has no document. */
export function openDocument(ctx: Context, charge: Charge): string | null {
  const { payerDocumentBox: box, payerDocumentKeyId: keyId } = charge
  return box && keyId ? ctx.vault.open({ keyId, box: Buffer.from(box) }, documentOwner(charge.id)) : null
}
