import ipaddr from 'ipaddr.js'
import { plusMs } from '../kernel/clock.ts'
import type { Context, Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { sql } from '../kernel/sql.ts'

export const ATTEMPTS_MAX = 5
export const ATTEMPTS_WINDOW_MS = 15 * 60_000
/** Ways to the identity provider begun from one address in that time: a whole office may come in through one. */
export const PROVIDER_STARTS_MAX = 60

/** Whom attempts are counted against: the account tried and the address they come from, neither readable at rest. */
export interface Subjects {
  account: Buffer
  address: Buffer
}

/** Passwords and codes are counted apart: `account` is an e-mail for the one, a person's id for the other. */
export function subjectsOf(
  ctx: Context,
  what: 'sign-in' | 'code',
  account: string,
  ip: string | null,
): Subjects {
  return {
    account: ctx.vault.fingerprint(`${what}-account`, account),
    address: ctx.vault.fingerprint(`${what}-address`, networkOf(ip ?? '')),
  }
}

/** IPv6 hands every household 2^64 addresses, so they count as one. */
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address.kind() === 'ipv4') return address.toString()
  return Buffer.from(address.toByteArray().slice(0, 8)).toString('hex')
}

/**
 * Counts an attempt before it is made, so that many at once are as few as one after the other.
 * @throws Problem rate_limited, with the wait, when a subject has had five in the last fifteen minutes. Attempts that
 *   are refused here are not counted: the wait never grows.
 */
export async function countAttempt(ctx: Context, { account, address }: Subjects, now: Date): Promise<void> {
  await countOne(ctx, address, now, ATTEMPTS_MAX)
  await countOne(ctx, account, now, ATTEMPTS_MAX)
}

/**
 * Counts that somebody at `ip` is sent to the identity provider, which is asked for that and remembers it.
 * @throws Problem rate_limited, with the wait, when sixty were in the last fifteen minutes.
 */
export const countProviderStart = (ctx: Context, ip: string | null, now: Date): Promise<void> =>
  countOne(ctx, ctx.vault.fingerprint('provider-address', networkOf(ip ?? '')), now, PROVIDER_STARTS_MAX)

async function countOne(ctx: Context, subject: Buffer, now: Date, max: number): Promise<void> {
  const since = plusMs(now, -ATTEMPTS_WINDOW_MS)
  const counted = await sql(
    ctx,
    `insert into sign_in_throttle as t (subject, attempted_at, last_attempt_at) values ($1, array[$2::timestamptz], $2)
     on conflict (subject) do update
       set attempted_at = array(select a from unnest(t.attempted_at) a where a > $3) || $2::timestamptz, last_attempt_at = $2
       where (select count(*) from unnest(t.attempted_at) a where a > $3) < $4
     returning subject`,
    [subject, now, since, max],
  )
  if (counted.length > 0) return
  const [oldest] = await sql<{ at: Date }>(
    ctx,
    'select min(a) as at from sign_in_throttle, unnest(attempted_at) a where subject = $1 and a > $2',
    [subject, since],
  )
  const waitMs = plusMs(oldest?.at ?? now, ATTEMPTS_WINDOW_MS).getTime() - now.getTime()
  throw new Problem('rate_limited', {
    reason: 'too_many_attempts',
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
  })
}

/** An attempt that succeeded at `at` was nobody's guess: the account starts anew, the address gets that one back. */
export async function forgiveAttempt(tx: Tx, { account, address }: Subjects, at: Date): Promise<void> {
  await sql(tx, 'delete from sign_in_throttle where subject = $1', [account])
  await sql(
    tx,
    'update sign_in_throttle set attempted_at = array_remove(attempted_at, $2::timestamptz) where subject = $1',
    [address, at],
  )
}
