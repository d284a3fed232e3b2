import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { constantTimeEqual } from '../../kernel/vault.ts'
import type { SignInSecrets } from './identity-provider.ts'
import { hashToken, generateToken } from '../sessions/session.ts'

/** Whoever was sent to the provider is back within so long. */
export const PROVIDER_SIGN_IN_MS = 10 * 60_000

/** To be let in, or to be believed again by a session that stands. */
export type Purpose = 'sign-in' | 'step-up'

/** A sign-in under way: the browser is at the provider. */
export interface ProviderSignIn {
  purpose: Purpose
  /** A path of the console. */
  returnTo: string
  startedAt: Date
  secrets: SignInSecrets
}

/**
 * All that an answer must bring, from the one token that the browser alone has. So the database holds nothing by
 * which an answer could be made up.
 */
export function deriveSecrets(ctx: Context, token: string): SignInSecrets {
  const derive = (use: string) =>
    ctx.vault.fingerprint(`identity-provider-${use}`, token).toString('base64url')
  return { state: derive('state'), nonce: derive('nonce'), verifier: derive('verifier') }
}

/** Notes that a browser is sent to the provider; answers the token that it keeps meanwhile. */
export async function startProviderSignIn(ctx: Context, purpose: Purpose, returnTo: string): Promise<string> {
  const token = generateToken(ctx.ids)
  const now = ctx.clock.now()
  await transaction(ctx, (tx) =>
    sql(
      tx,
      `insert into staff_provider_sign_in (token_hash, purpose, return_to, started_at, ends_at)
       values ($1, $2, $3, $4, $5)`,
      [hashToken(token), purpose, returnTo, now, plusMs(now, PROVIDER_SIGN_IN_MS)],
    ),
  )
  return token
}

interface Row {
  purpose: Purpose
  return_to: string
  started_at: Date
  ends_at: Date
}

/**
 * The sign-in that an answer belongs to, which is used up by it: a repeated answer finds none. An answer that is not
 * for this browser uses nothing up.
 * @throws Problem unauthorized, reason `sign_in_over`: another browser's, answered before, or too late.
 */
export async function consumeProviderSignIn(
  ctx: Context,
  token: string | undefined,
  state: string,
): Promise<ProviderSignIn> {
  if (token === undefined) throw over()
  const secrets = deriveSecrets(ctx, token)
  if (!constantTimeEqual(state, secrets.state)) throw over()
  const [row] = await transaction(ctx, (tx) =>
    sql<Row>(
      tx,
      `delete from staff_provider_sign_in where token_hash = $1
       returning purpose, return_to, started_at, ends_at`,
      [hashToken(token)],
    ),
  )
  if (!row || row.ends_at <= ctx.clock.now()) throw over()
  return { purpose: row.purpose, returnTo: row.return_to, startedAt: row.started_at, secrets }
}

const over = (): Problem => new Problem('unauthorized', { reason: 'sign_in_over' })
