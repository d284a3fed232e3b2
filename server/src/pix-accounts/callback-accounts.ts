import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { constantTimeEqual } from '../kernel/vault.ts'
import { DEFAULT_PIX_ACCOUNT, type WithPix } from '../pix/pix-accounts.ts'
import { openSecrets } from './account-secrets.ts'
import { deleteReplacedSecrets } from './manage/delete-replaced-secrets.ts'

/** How long a process uses the secrets that it has read, in milliseconds. */
const CACHED_MS = 1_000

/** The account of a callback, and the Pix key (DICT) of its payments. */
export interface CallbackAccount {
  pixAccountId: string
  pixKey: string
}

interface Known extends CallbackAccount {
  secret: string
}

/** The account `default`, whose secret and key are in the settings. */
interface DefaultAccount {
  isAccepted: (secret: string) => boolean
  pixKey: string
}

/**
 * Creates a function that finds the account of a callback by the secret in its path, or undefined if no account has the
 * secret. An earlier secret is valid until it is deleted. Reads the secrets from the database at most once in
 * CACHED_MS. Compares secrets in constant time.
 */
export function makeCallbackAccounts(
  context: () => Context,
  own: DefaultAccount,
): (secret: string) => Promise<CallbackAccount | undefined> {
  let known: { accounts: Promise<Known[]>; untilMs: number } | undefined
  const read = (): Promise<Known[]> => {
    const ctx = context()
    const nowMs = ctx.clock.now().getTime()
    if (!known || nowMs >= known.untilMs) {
      const accounts = readAccounts(ctx)
      known = { accounts, untilMs: nowMs + CACHED_MS }
      // After a failed read, the next call reads again.
      accounts.catch(() => {
        known = undefined
      })
    }
    return known.accounts
  }
  return async (secret) => {
    if (own.isAccepted(secret)) return { pixAccountId: DEFAULT_PIX_ACCOUNT, pixKey: own.pixKey }
    const found = (await read()).filter((account) => constantTimeEqual(secret, account.secret))
    return found[0]
  }
}

async function readAccounts(ctx: Context): Promise<Known[]> {
  const secrets = await openSecrets(ctx, { kind: 'callback_secret' })
  if (secrets.length === 0) return []
  const rows = await db(ctx).selectFrom('pix_account').select(['id', 'pix_key as pixKey']).execute()
  const keys = new Map(rows.map(({ id, pixKey }) => [id, pixKey]))
  return secrets.map(({ accountId, secret }) => ({
    pixAccountId: accountId,
    pixKey: keys.get(accountId) ?? '',
    secret,
  }))
}

/**
 * Registers the callback URL of each account at its PSP. `base` is the URL before the secret, and `ownSecret` the
 * secret of the account `default`. Deletes the replaced secrets of an account whose newest URL is registered.
 * @throws Error naming the accounts whose URL could not be registered.
 */
export async function registerCallbacks(
  ctx: Context & WithPix,
  base: string,
  ownSecret: string,
): Promise<void> {
  const newest = new Map<string, { secret: string; version?: number }>([
    [DEFAULT_PIX_ACCOUNT, { secret: ownSecret }],
  ])
  for (const one of await openSecrets(ctx, { kind: 'callback_secret' }))
    if (!newest.has(one.accountId)) newest.set(one.accountId, one)
  const failed: string[] = []
  for (const accountId of await ctx.pix.ids()) {
    const { secret, version } = newest.get(accountId) ?? {}
    const isRegistered =
      secret !== undefined && (await ctx.pix.of(accountId).registerCallback(`${base}/${secret}`))
    if (!isRegistered) failed.push(accountId)
    else if (version !== undefined) await deleteReplacedSecrets(ctx, accountId, version)
  }
  if (failed.length > 0)
    throw new Error(
      `the callback URLs of these receiving accounts could not be registered: ${failed.join(', ')}; the job retries`,
    )
}
