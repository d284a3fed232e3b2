import type { Context } from '../../kernel/context.ts'
import type { Sealed } from '../../kernel/vault.ts'

const SECRET_BYTES = 32

/** `whsec_` and 32 bytes as base64url: 49 characters, all of them the key of the signature. */
export const newSecret = (ctx: Context): string =>
  `whsec_${ctx.ids.bytes(SECRET_BYTES).toString('base64url')}`

/** Encrypts a secret for the row of its endpoint, and no other. */
export const sealSecret = (ctx: Context, secret: string, endpointId: string): Sealed =>
  ctx.vault.seal(secret, owner(endpointId))

/** @throws Error when the box is not of this endpoint, or its key is gone. */
export const openSecret = (ctx: Context, sealed: Sealed, endpointId: string): string =>
  ctx.vault.open(sealed, owner(endpointId))

/** What signs an endpoint's attempts: its secret and, until `endsAt`, the one before it. */
export interface SigningSecrets {
  current: Sealed
  previous: { box: Buffer | null; keyId: string | null; endsAt: Date | null }
}

/** The secrets that an attempt at `now` is signed with, the newest first. @throws Error as `openSecret` does. */
export function openSecrets(ctx: Context, sealed: SigningSecrets, endpointId: string, now: Date): string[] {
  const { box, keyId, endsAt } = sealed.previous
  const secret = openSecret(ctx, sealed.current, endpointId)
  if (!box || !keyId || !endsAt || endsAt <= now) return [secret]
  return [secret, openSecret(ctx, { box, keyId }, endpointId)]
}

const owner = (endpointId: string): string => `webhook_endpoint:${endpointId}`
