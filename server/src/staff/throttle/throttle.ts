import { expressionBuilder, sql } from 'kysely'
import type { AuditedContext } from '../../audit/record-audit.ts'
import { plusMs } from '../../kernel/clock.ts'
import type { Context, Tx } from '../../kernel/context.ts'
import { RATE_LIMIT_REFUSALS } from '../../kernel/metrics/http-metrics.ts'
import { Problem } from '../../kernel/problem.ts'
import { db, type Tables } from '../../kernel/database/tables.ts'
import { clientOf, networkOf } from './client-network.ts'
import { isKnownNetwork } from './known-network.ts'

const MINUTE_MS = 60_000

/** The maximum number of attempts for one account from one network. */
export const ATTEMPTS_MAX = 5
export const ATTEMPTS_WINDOW_MS = 15 * MINUTE_MS
/**
 * The maximum number of attempts for one account from all networks. After these attempts, an attempt must come from a
 * known network.
 */
export const ACCOUNT_ATTEMPTS_MAX = 50
export const ACCOUNT_WINDOW_MS = 60 * MINUTE_MS
/**
 * The maximum number of attempts from one network for all accounts. Further attempts are accepted only for people who
 * have signed in from this network before.
 */
export const NETWORK_ATTEMPTS_MAX = 20
/**
 * The maximum number of redirects to the identity provider from one address. The number is high, because all people of
 * an office can share one address.
 */
export const PROVIDER_STARTS_MAX = 60

/**
 * A rate limit of `max` attempts within `windowMs`. `subject` is a keyed hash of the staff account, of the network, or
 * of both.
 */
interface Limit {
  subject: Buffer
  max: number
  windowMs: number
}

/** The staff account that an attempt is for. */
export interface AttemptTarget {
  /** The kind of attempt. The limits for passwords and for codes are separate. */
  kind: 'sign-in' | 'code'
  /** The e-mail for a password, the person's id for a code. */
  account: string
  /** The person's id; null for an unknown e-mail. */
  staffId: string | null
}

/** A counted attempt. After a success, `clearAttempts` removes this attempt from the counts. */
export interface Attempt {
  at: Date
  /** The subject (keyed hash) under which attempts for this account from this network are counted. */
  pair: Buffer
  /** The subjects (keyed hashes) of the other limits for which this attempt was counted. */
  others: Buffer[]
}

/**
 * Counts an attempt before it is checked, so that concurrent attempts cannot exceed the limit. Does the same work for
 * existing and for unknown accounts. Does not count a refused attempt, so the wait never grows.
 * @throws Problem rate_limited, reason `too_many_attempts`, with the time to wait: there were five attempts for the
 * account from this network, or twenty attempts from this network for all accounts, in fifteen minutes.
 * @throws Problem rate_limited, reason `known_networks_only`, with the time to wait: there were fifty attempts for the
 * account in an hour. The limits of twenty and fifty attempts do not apply to a network from which the person has
 * signed in within 90 days.
 */
export async function countAttempt(ctx: AuditedContext, target: AttemptTarget): Promise<Attempt> {
  const at = ctx.clock.now()
  const ip = ctx.origin?.ip ?? null
  const { pair, account, network } = limitsOf(ctx, target, networkOf(ip) ?? 'none')
  const ofPair = await countAgainst(ctx, pair, at)
  if (ofPair.retryAt) throw rateLimited(ctx, 'too_many_attempts', ofPair.retryAt)

  const ofAccount = await countAgainst(ctx, account, at)
  const ofNetwork = await countAgainst(ctx, network, at)
  const others = [
    ...(ofAccount.retryAt ? [] : [account.subject]),
    ...(ofNetwork.retryAt ? [] : [network.subject]),
  ]
  const retryAt = ofAccount.retryAt ?? ofNetwork.retryAt
  if (retryAt && !(await isKnownNetwork(ctx, target.staffId, ip))) {
    for (const subject of [pair.subject, ...others]) await removeAttempt(ctx, subject, at)
    throw rateLimited(ctx, ofAccount.retryAt ? 'known_networks_only' : 'too_many_attempts', retryAt)
  }
  // Log only for existing accounts, so that attempts with unknown e-mails do not fill the log.
  if (ofAccount.count === ACCOUNT_ATTEMPTS_MAX && target.staffId !== null)
    ctx.log.warn(
      { alarm: 'sign_in_attack', staff_id: target.staffId, correlation_id: ctx.correlationId },
      'many failed sign-ins for one person: only their known networks are accepted now',
    )
  return { at, pair: pair.subject, others }
}

/**
 * Removes all attempts for the account from this network, and this attempt from the other counts. Call this function
 * after a successful attempt.
 */
export async function clearAttempts(tx: Tx, { at, pair, others }: Attempt): Promise<void> {
  await db(tx).deleteFrom('sign_in_throttle').where('subject', '=', pair).execute()
  for (const subject of others) await removeAttempt(tx, subject, at)
}

/**
 * Counts a redirect to the identity provider.
 * @throws Problem rate_limited with the time to wait, after sixty redirects from this address in fifteen minutes.
 */
export async function countProviderStart(ctx: Context, ip: string | null, now: Date): Promise<void> {
  const subject = ctx.vault.fingerprint('provider-address', clientOf(ip) ?? 'none')
  const { retryAt } = await countAgainst(
    ctx,
    { subject, max: PROVIDER_STARTS_MAX, windowMs: ATTEMPTS_WINDOW_MS },
    now,
  )
  if (retryAt) throw rateLimited(ctx, 'too_many_attempts', retryAt)
}

function limitsOf(
  ctx: Context,
  { kind, account }: AttemptTarget,
  network: string,
): Record<'pair' | 'account' | 'network', Limit> {
  const subject = (scope: string, text: string) => ctx.vault.fingerprint(`${kind}-by-${scope}`, text)
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

/**
 * The number of attempts, including the current one. Beyond the limit, `count` is null and `retryAt` is the time of the
 * next possible attempt.
 */
type Count = { count: number; retryAt: null } | { count: null; retryAt: Date }

async function countAgainst(ctx: Context, { subject, max, windowMs }: Limit, now: Date): Promise<Count> {
  const since = plusMs(now, -windowMs)
  const counted = await db(ctx)
    .insertInto('sign_in_throttle')
    .values({ subject, attempted_at: sql<Date[]>`array[${now}::timestamptz]`, last_attempt_at: now })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({
          attempted_at: sql<
            Date[]
          >`array(${attemptsAfter(since).select('attempt.at')}) || ${now}::timestamptz`,
          last_attempt_at: now,
        })
        .where((eb) => eb(attemptsAfter(since).select(eb.fn.countAll().as('count')), '<', max)),
    )
    .returning((eb) => eb.fn<number>('cardinality', ['attempted_at']).as('count'))
    .executeTakeFirst()
  if (counted) return { count: counted.count, retryAt: null }
  const oldest = await db(ctx)
    .selectFrom('sign_in_throttle')
    .select(
      attemptsAfter(since)
        .select((eb) => eb.fn.min('attempt.at').as('at'))
        .as('at'),
    )
    .where('subject', '=', subject)
    .executeTakeFirst()
  return { count: null, retryAt: plusMs(oldest?.at ?? now, windowMs) }
}

/** Builds a query of the attempts in a row of `sign_in_throttle` that were made after `since`. */
const attemptsAfter = (since: Date) =>
  expressionBuilder<Tables>()
    .selectFrom(
      sql<{ at: Date }>`unnest(${sql.ref('sign_in_throttle.attempted_at')})`.as<'attempt'>(sql`attempt(at)`),
    )
    .where('attempt.at', '>', since)

/** Removes one attempt that was made at the moment `at`. Keeps the other attempts made at this moment. */
async function removeAttempt(ctx: Context, subject: Buffer, at: Date): Promise<void> {
  const place = sql<number | null>`array_position(attempted_at, ${at}::timestamptz)`
  await db(ctx)
    .updateTable('sign_in_throttle')
    .set({ attempted_at: sql<Date[]>`attempted_at[:${place} - 1] || attempted_at[${place} + 1:]` })
    .where('subject', '=', subject)
    .where(place, 'is not', null)
    .execute()
}

/** Counts the refusal as a metric and returns the error for it. */
function rateLimited(
  { clock, metrics }: Context,
  reason: 'too_many_attempts' | 'known_networks_only',
  retryAt: Date,
): Problem {
  metrics.count(RATE_LIMIT_REFUSALS, { limit: 'sign_in' })
  const waitMs = retryAt.getTime() - clock.now().getTime()
  return new Problem('rate_limited', { reason, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) })
}
