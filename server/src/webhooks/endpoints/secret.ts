import type { Context } from '../../kernel/context.ts'
import type { SealedColumn } from '../../kernel/sealed/sealed-column.ts'
import type { Sealed } from '../../kernel/vault.ts'

const SECRET_BYTES = 32

const owner = (endpointId: string): string => `webhook_endpoint:${endpointId}`

/** The columns that contain the encrypted current and previous secret. */
export const SEALED_ENDPOINT_SECRETS: SealedColumn[] = ['secret', 'previous_secret'].map((name) => ({
  table: 'webhook_endpoint',
  key: ['id'],
  box: `${name}_box`,
  keyId: `${name}_key_id`,
  owner,
}))

/**
 * Creates a secret: `whsec_` and 32 random bytes as base64url. The whole text of 49 characters is the key of the HMAC.
 */
export const newSecret = (ctx: Context): string =>
  `whsec_${ctx.ids.bytes(SECRET_BYTES).toString('base64url')}`

/** Encrypts a secret for one endpoint. `openSecret` cannot decrypt the result for another endpoint. */
export const sealSecret = (ctx: Context, secret: string, endpointId: string): Sealed =>
  ctx.vault.seal(secret, owner(endpointId))

/** Decrypts a secret. @throws Error when it was encrypted for another endpoint, or when its key is not configured. */
export const openSecret = (ctx: Context, sealed: Sealed, endpointId: string): string =>
  ctx.vault.open(sealed, owner(endpointId))

/** The encrypted secrets of an endpoint. The previous secret also signs until `endsAt`. */
export interface SigningSecrets {
  current: Sealed
  previous: { box: Buffer | null; keyId: string | null; endsAt: Date | null }
}

/** Decrypts the secrets that sign an attempt at `now`, newest first. @throws Error as `openSecret` does. */
export function openSecrets(ctx: Context, sealed: SigningSecrets, endpointId: string, now: Date): string[] {
  const { box, keyId, endsAt } = sealed.previous
  const secret = openSecret(ctx, sealed.current, endpointId)
  if (!box || !keyId || !endsAt || endsAt <= now) return [secret]
  return [secret, openSecret(ctx, { box, keyId }, endpointId)]
}
