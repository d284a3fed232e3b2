import type { AuditedContext } from '../../audit/record-audit.ts'
import { plusMs } from '../../kernel/clock.ts'
import type { Context, Tx } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { sql } from '../../kernel/database/sql.ts'
import { clientOf, networkOf } from './client-network.ts'
import { isKnownNetwork } from './known-network.ts'

const MINUTE_MS = 60_000

/** Attempts for one account from one network. */
export const ATTEMPTS_MAX = 5
export const ATTEMPTS_WINDOW_MS = 15 * MINUTE_MS
/** Attempts for one account from everywhere, beyond which only networks that the person knows are answered. */
export const ACCOUNT_ATTEMPTS_MAX = 50
export const ACCOUNT_WINDOW_MS = 60 * MINUTE_MS
/** Attempts from one network for all accounts, beyond which only people who know it are answered. */
export const NETWORK_ATTEMPTS_MAX = 20
/** Ways to the identity provider begun from one address: a whole office may come in through one. */
export const PROVIDER_STARTS_MAX = 60

/** What is counted, how often it may happen, and in what time. The subject is not readable at rest. */
interface Limit {
  subject: Buffer
  max: number
  windowMs: number
}

/** Who is tried. */
export interface AttemptTarget {
  /** Passwords and codes are counted apart. */
  what: 'sign-in' | 'code'
  /** An e-mail for passwords, a person's id for codes. */
  account: string
  /** Null where the e-mail is nobody's. */
  staffId: string | null
}

/** An attempt that was counted, so that a success can take it back. */
export interface Attempt {
  at: Date
  /** Counts the account from this network. */
  pair: Buffer
  /** The other subjects it was counted against. */
  others: Buffer[]
}

/**
 * Counts an attempt before it is made, so that many at once are as few as one after the other. Does the same work
 * whether the account exists or not. Attempts that are refused here are not counted: the wait never grows.
 * @throws Problem rate_limited, with the wait: reason `too_many_attempts` after five for the account from this
 *   network in fifteen minutes, or twenty from this network for all accounts; reason `known_networks_only` after fifty
 *   for the account in an hour. The last two do not hold for a network from which the person has signed in within 90
 *   days.
 */
export async function countAttempt(ctx: AuditedContext, tried: AttemptTarget): Promise<Attempt> {
  const at = ctx.clock.now()
  const ip = ctx.origin?.ip ?? null
  const { pair, account, network } = limitsOf(ctx, tried, networkOf(ip) ?? 'none')
  const ofPair = await countOne(ctx, pair, at)
  if (ofPair.freeAt) throw tooMany('too_many_attempts', ofPair.freeAt, at)

  const ofAccount = await countOne(ctx, account, at)
  const ofNetwork = await countOne(ctx, network, at)
  const others = [
    ...(ofAccount.freeAt ? [] : [account.subject]),
    ...(ofNetwork.freeAt ? [] : [network.subject]),
  ]
  const freeAt = ofAccount.freeAt ?? ofNetwork.freeAt
  if (freeAt && !(await isKnownNetwork(ctx, tried.staffId, ip))) {
    for (const subject of [pair.subject, ...others]) await uncount(ctx, subject, at)
    throw tooMany(ofAccount.freeAt ? 'known_networks_only' : 'too_many_attempts', freeAt, at)
  }
  // Of people alone: e-mails that are nobody's must not fill the log.
  if (ofAccount.count === ACCOUNT_ATTEMPTS_MAX && tried.staffId !== null)
    ctx.log.warn(
      { alarm: 'sign_in_attack', staff_id: tried.staffId, correlation_id: ctx.correlationId },
      'many failed sign-ins for one person: only networks that they know are answered now',
    )
  return { at, pair: pair.subject, others }
}

/** Takes an attempt that succeeded back, and every other for the account from this network. */
export async function clearAttempts(tx: Tx, { at, pair, others }: Attempt): Promise<void> {
  await sql(tx, 'delete from sign_in_throttle where subject = $1', [pair])
  for (const subject of others) await uncount(tx, subject, at)
}

/**
 * Counts that a browser is sent to the identity provider, which is asked for that and remembers it.
 * @throws Problem rate_limited, with the wait, when sixty were from this address in the last fifteen minutes.
 */
export async function countProviderStart(ctx: Context, ip: string | null, now: Date): Promise<void> {
  const subject = ctx.vault.fingerprint('provider-address', clientOf(ip) ?? 'none')
  const { freeAt } = await countOne(
    ctx,
    { subject, max: PROVIDER_STARTS_MAX, windowMs: ATTEMPTS_WINDOW_MS },
    now,
  )
  if (freeAt) throw tooMany('too_many_attempts', freeAt, now)
}

function limitsOf(
  ctx: Context,
  { what, account }: AttemptTarget,
  network: string,
): Record<'pair' | 'account' | 'network', Limit> {
  const subject = (kind: string, text: string) => ctx.vault.fingerprint(`${what}-by-${kind}`, text)
  return {
    pair: {
      subject: subject('account-and-network', `${network}\n${account}`),
      max: ATTEMPTS_MAX,
      windowMs: ATTEMPTS_WINDOW_MS,
    },
    account: { subject: subject('account', account), max: ACCOUNT_ATTEMPTS_MAX, windowMs: ACCOUNT_WINDOW_MS },
    network: {
      subject: subject('network', network),
      max: NETWORK_ATTEMPTS_MAX,
      windowMs: ATTEMPTS_WINDOW_MS,
    },
  }
}

/** How many there are now, this one too; or, where it is one too many and was not counted, when there is room. */
type Count = { count: number; freeAt: null } | { count: null; freeAt: Date }

async function countOne(ctx: Context, { subject, max, windowMs }: Limit, now: Date): Promise<Count> {
  const since = plusMs(now, -windowMs)
  const [counted] = await sql<{ count: number }>(
    ctx,
    `insert into sign_in_throttle as t (subject, attempted_at, last_attempt_at) values ($1, array[$2::timestamptz], $2)
     on conflict (subject) do update
       set attempted_at = array(select a from unnest(t.attempted_at) a where a > $3) || $2::timestamptz, last_attempt_at = $2
       where (select count(*) from unnest(t.attempted_at) a where a > $3) < $4
     returning cardinality(attempted_at) as count`,
    [subject, now, since, max],
  )
  if (counted) return { count: counted.count, freeAt: null }
  const [oldest] = await sql<{ at: Date | null }>(
    ctx,
    'select min(a) as at from sign_in_throttle, unnest(attempted_at) a where subject = $1 and a > $2',
    [subject, since],
  )
  return { count: null, freeAt: plusMs(oldest?.at ?? now, windowMs) }
}

/** Takes one attempt away; others of the same moment stay. */
async function uncount(ctx: Context, subject: Buffer, at: Date): Promise<void> {
  await sql(
    ctx,
    `update sign_in_throttle t set attempted_at = t.attempted_at[:place - 1] || t.attempted_at[place + 1:]
     from (select array_position(attempted_at, $2::timestamptz) as place from sign_in_throttle where subject = $1) found
     where t.subject = $1 and place is not null`,
    [subject, at],
  )
}

function tooMany(reason: 'too_many_attempts' | 'known_networks_only', freeAt: Date, now: Date): Problem {
  const waitMs = freeAt.getTime() - now.getTime()
  return new Problem('rate_limited', { reason, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) })
}
