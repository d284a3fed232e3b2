import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { db } from '../../kernel/database/tables.ts'
import { constantTimeEqual } from '../../kernel/vault.ts'
import type { SignInSecrets } from './identity-provider.ts'
import { StaffProviderSignIn } from './provider-sign-in.entity.ts'
import { hashToken, generateToken } from '../sessions/session.ts'

/** The time limit from the redirect to the provider until the callback, in milliseconds. */
export const PROVIDER_SIGN_IN_MS = 10 * 60_000

/** The purpose of the redirect to the provider: a new session, or step-up authentication of the current session. */
export type Purpose = 'sign-in' | 'step-up'

/** A sign-in in progress, for which the browser was redirected to the provider. */
export interface ProviderSignIn {
  purpose: Purpose
  /** The path of the console page to open after the sign-in. */
  returnTo: string
  startedAt: Date
  secrets: SignInSecrets
}

/**
 * Derives state, nonce and PKCE verifier from the token in the browser's cookie. The database stores only the hash of
 * the token, so the content of the database is not enough to forge a callback.
 */
export function deriveSecrets(ctx: Context, token: string): SignInSecrets {
  const derive = (use: string) =>
    ctx.vault.fingerprint(`identity-provider-${use}`, token).toString('base64url')
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') }
}

/** Records a redirect to the provider. Returns the token for the cookie of the browser. */
export async function startProviderSignIn(ctx: Context, purpose: Purpose, returnTo: string): Promise<string> {
  const token = generateToken(ctx.ids)
  const now = ctx.clock.now()
  await transaction(ctx, (tx) =>
    tx.em.insert(StaffProviderSignIn, {
      tokenHash: hashToken(token),
      purpose,
      returnTo,
      startedAt: now,
      endsAt: plusMs(now, PROVIDER_SIGN_IN_MS),
    }),
  )
  return token
}

/**
 * Removes and returns the pending sign-in of a callback, so that a repeated callback finds none. A callback from
 * another browser removes nothing.
 * @throws Problem unauthorized, reason `sign_in_over`: the callback came from another browser, was already used, or
 * came too late.
 */
export async function consumeProviderSignIn(
  ctx: Context,
  token: string | undefined,
  state: string,
): Promise<ProviderSignIn> {
  if (token === undefined) throw signInOver()
  const secrets = deriveSecrets(ctx, token)
  if (!constantTimeEqual(state, secrets.state)) throw signInOver()
  const consumed = await transaction(ctx, (tx) =>
    db(tx)
      .deleteFrom('staff_provider_sign_in')
      .where('token_hash', '=', hashToken(token))
      .returning(['purpose', 'return_to as returnTo', 'started_at as startedAt', 'ends_at as endsAt'])
      .executeTakeFirst(),
  )
  if (!consumed || consumed.endsAt <= ctx.clock.now()) throw signInOver()
  const { purpose, returnTo, startedAt } = consumed
  return { purpose, returnTo, startedAt, secrets }
}

const signInOver = (): Problem => new Problem('unauthorized', { reason: 'sign_in_over' })
