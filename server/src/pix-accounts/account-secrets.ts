import type { Context, Tx } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import type { SealedColumn } from '../kernel/sealed/sealed-column.ts'
import { SECRET_KINDS, type SecretKind } from './pix-account-secret.entity.ts'

/**
 * Returns the additional authenticated data of a secret. With this data, the secret can be decrypted only in its own
 * row.
 */
const secretOwner = (id: string): string => `pix-account-secret:${id}`

/** The column with the encrypted secrets of the receiving accounts. */
export const SEALED_ACCOUNT_SECRETS: SealedColumn = {
  table: 'pix_account_secret',
  key: ['id'],
  box: 'box',
  keyId: 'key_id',
  owner: secretOwner,
}

/** Secrets of an account by kind. */
export type AccountSecrets = Partial<Record<SecretKind, string>>

/** Encrypts the secrets, and stores them as the secrets of one version of the account. */
export async function insertSecrets(
  tx: Tx,
  { accountId, version }: { accountId: string; version: number },
  secrets: AccountSecrets,
): Promise<void> {
  const now = tx.clock.now()
  const rows = SECRET_KINDS.flatMap((kind) => {
    const secret = secrets[kind]
    if (secret === undefined) return []
    const id = tx.ids.uuid(now)
    const { box, keyId } = tx.vault.seal(secret, secretOwner(id))
    return {
      id,
      pix_account_id: accountId,
      kind,
      version,
      box,
      key_id: keyId,
      created_at: now,
      created_by: tx.actor,
    }
  })
  if (rows.length > 0) await db(tx).insertInto('pix_account_secret').values(rows).execute()
}

/**
 * Deletes the secrets of an account that are of the given kinds and whose version is earlier than `version`. Must not
 * be called for a callback secret that the PSP still uses.
 */
export async function deleteEarlierSecrets(
  tx: Tx,
  { accountId, version }: { accountId: string; version: number },
  kinds: readonly SecretKind[],
): Promise<void> {
  if (kinds.length === 0) return
  await db(tx)
    .deleteFrom('pix_account_secret')
    .where('pix_account_id', '=', accountId)
    .where('kind', 'in', kinds)
    .where('version', '<', version)
    .execute()
}

/** A decrypted secret. */
export interface OpenSecret {
  accountId: string
  kind: SecretKind
  version: number
  secret: string
}

/**
 * Reads and decrypts secrets: those of one account, or those of one kind of all accounts. The newest version comes
 * first.
 */
export async function openSecrets(
  ctx: Context,
  of: { accountId: string } | { kind: SecretKind },
): Promise<OpenSecret[]> {
  let query = db(ctx)
    .selectFrom('pix_account_secret')
    .select(['id', 'pix_account_id as accountId', 'kind', 'version', 'box', 'key_id as keyId'])
  query =
    'accountId' in of ? query.where('pix_account_id', '=', of.accountId) : query.where('kind', '=', of.kind)
  const rows = await query.orderBy('pix_account_id').orderBy('version', 'desc').execute()
  return rows.map(({ id, accountId, kind, version, ...sealed }) => ({
    accountId,
    kind,
    version,
    secret: ctx.vault.open(sealed, secretOwner(id)),
  }))
}
