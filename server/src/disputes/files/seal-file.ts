import type { Context } from '../../kernel/context.ts'
import type { SealedColumn } from '../../kernel/sealed/sealed-column.ts'
import { openBytes, sealBytes, type SealedBytes } from '../../kernel/sealed/sealed-bytes.ts'

/** The primary key of a file. */
export interface FileId {
  merchantId: string
  id: string
}

const keyOwnerOf = (id: string): string => `dispute-file-key:${id}`

/**
 * Returns the additional authenticated data (AAD) for a file's content and key. With this data, the content can be
 * decrypted only for this file of this merchant.
 */
const ownersOf = ({ merchantId, id }: FileId) => ({
  owner: `dispute-file:${merchantId}:${id}`,
  keyOwner: keyOwnerOf(id),
})

/** The column with the encrypted keys of the files. */
export const SEALED_FILE_KEYS: SealedColumn = {
  table: 'dispute_file',
  key: ['merchant_id', 'id'],
  box: 'key_box',
  keyId: 'key_id',
  owner: keyOwnerOf,
}

/** Encrypts the content of a file with a new key. */
export const sealFile = (ctx: Context, file: FileId, bytes: Buffer): Promise<SealedBytes> =>
  sealBytes(ctx, bytes, ownersOf(file))

/** Decrypts the content of a file. @throws Error when the content or the key was altered. */
export const openFile = (ctx: Context, file: FileId, sealed: SealedBytes): Promise<Buffer> =>
  openBytes(ctx, sealed, ownersOf(file))
