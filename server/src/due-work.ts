import { expressionBuilder, sql, type ExpressionBuilder } from 'kysely'
import type { Context } from './kernel/context.ts'
import { preparedQuery } from './kernel/database/prepared.ts'
import { db, type Tables } from './kernel/database/tables.ts'
import { notPostponed } from './kernel/jobs/job-failure.ts'

/** The loops that `findDueWork` checks. */
const WATCHED = [
  'inbox',
  'ask-returns',
  'returns',
  'expiry',
  'issuance',
  'settlement',
  'deliveries',
  'replays',
] as const
export type WatchedLoop = (typeof WATCHED)[number]

/** The tables, and the common table expressions of the statement. */
interface DueTables extends Tables {
  /** One row. A table hides the current time from the planner, so that it uses the cached generic plan. */
  moment: { now: Date }
  /** The endpoints with pending deliveries; the last row is null. */
  lane: { id: string | null }
}

const eb = expressionBuilder<DueTables>()
const now = eb.selectFrom('moment').select('moment.now').$asScalar().$notNull()

const readDueWork = preparedQuery((ctx, at) =>
  db(ctx)
    .withRecursive('lane', (lanes) =>
      lanes
        .selectNoFrom((lane) => firstPending(lane).as('id'))
        .unionAll((more) =>
          more
            .selectFrom('lane')
            .select((lane) => nextPending(lane).as('id'))
            .where('lane.id', 'is not', null),
        ),
    )
    .with('moment', (moment) => moment.selectNoFrom(sql<Date>`${at}::timestamptz`.as('now')))
    .selectNoFrom([
      eb.exists(inbox('pix')).as('inbox'),
      eb.exists(requestableReturns(ctx)).as('ask-returns'),
      eb
        .or([eb.exists(inbox('devolucao')), eb.exists(unfinishedReturns(ctx)), eb.exists(heldPayments(ctx))])
        .as('returns'),
      eb.exists(expiredCharges(ctx)).as('expiry'),
      eb.exists(unissuedCharges(ctx)).as('issuance'),
      eb.exists(listings()).as('settlement'),
      eb.exists(endpointsWithWork()).as('deliveries'),
      eb.exists(replays(ctx)).as('replays'),
    ]),
)

/** Returns the loops with due work, with one statement. */
export async function findDueWork(ctx: Context): Promise<WatchedLoop[]> {
  const [due] = await readDueWork(ctx)
  if (!due) throw new Error('BUG: findDueWork: the statement returned no row')
  return WATCHED.filter((name) => due[name])
}

// The due rows of each loop, with the same conditions as in the loop's own query. Each uses a partial index of waiting
// rows, so the check is cheap when nothing is due.

const inbox = (kind: 'pix' | 'devolucao') =>
  eb
    .selectFrom('network_inbox as n')
    .select('n.id')
    .where('n.state', '=', sql.lit('waiting'))
    .where('n.kind', '=', sql.lit(kind))
    .where('n.next_attempt_at', '<=', now)

const requestableReturns = (ctx: Context) =>
  eb
    .selectFrom('network_return as n')
    .select('n.id')
    .where('n.state', '=', sql.lit('asking'))
    .where('n.next_attempt_at', '<=', now)
    .where(notPostponed(ctx, 'ask-returns', { merchantId: 'n.merchant_id', id: 'n.id', now }))

const unfinishedReturns = (ctx: Context) =>
  eb
    .selectFrom('network_return as n')
    .select('n.id')
    .where('n.state', '<>', sql.lit('asking'))
    .where('n.finished_at', 'is', null)
    .where('n.next_attempt_at', '<=', now)
    .where(notPostponed(ctx, 'finish-returns', { merchantId: 'n.merchant_id', id: 'n.id', now }))

const heldPayments = (ctx: Context) =>
  eb
    .selectFrom('financial_case as f')
    .select('f.id')
    .where('f.status', '=', sql.lit('open'))
    .where('f.kind', '=', sql.lit('held_payment'))
    .where('f.exception', 'is', null)
    .where((held) =>
      held.not(
        held.exists(
          held
            .selectFrom('network_return as n')
            .select('n.id')
            .whereRef('n.merchant_id', '=', 'f.merchant_id')
            .whereRef('n.case_id', '=', 'f.id')
            .where('n.origin', '=', sql.lit('service')),
        ),
      ),
    )
    .where(notPostponed(ctx, 'held-payments', { merchantId: 'f.merchant_id', id: 'f.id', now }))

const expiredCharges = (ctx: Context) =>
  eb
    .selectFrom('charge as c')
    .select('c.id')
    .where('c.status', '=', sql.lit('pending'))
    .where('c.expires_at', '<=', now)
    .where(notPostponed(ctx, 'expiry', { merchantId: 'c.merchant_id', id: 'c.id', now }))

const unissuedCharges = (ctx: Context) =>
  eb
    .selectFrom('charge as c')
    .select('c.id')
    .where('c.status', '=', sql.lit('created'))
    .where('c.next_check_at', '<=', now)
    .where(notPostponed(ctx, 'issuance', { merchantId: 'c.merchant_id', id: 'c.id', now }))

const listings = () =>
  eb
    .selectFrom('network_listing as n')
    .select('n.end_to_end_id')
    .where('n.state', '=', sql.lit('waiting'))
    .where('n.next_attempt_at', '<=', now)

const replays = (ctx: Context) =>
  eb
    .selectFrom('webhook_replay as r')
    .select('r.id')
    .where('r.status', '=', sql.lit('running'))
    .where(notPostponed(ctx, 'replays', { merchantId: 'r.merchant_id', id: 'r.id', now }))

// Like the claim of deliveries: one index probe per endpoint with pending deliveries, however many it has.

const firstPending = (lanes: ExpressionBuilder<DueTables, never>) =>
  lanes
    .selectFrom('webhook_delivery as d')
    .select('d.endpoint_id')
    .where('d.status', '=', sql.lit('pending'))
    .orderBy('d.endpoint_id')
    .limit(sql.lit(1))
    .$asScalar()

const nextPending = (lanes: ExpressionBuilder<DueTables, 'lane'>) =>
  lanes
    .selectFrom('webhook_delivery as d')
    .select('d.endpoint_id')
    .where('d.status', '=', sql.lit('pending'))
    .whereRef('d.endpoint_id', '>', 'lane.id')
    .orderBy('d.endpoint_id')
    .limit(sql.lit(1))
    .$asScalar()

const endpointsWithWork = () =>
  eb
    .selectFrom('lane')
    .innerJoin('webhook_endpoint as e', 'e.id', 'lane.id')
    .select('e.id')
    .where('e.status', '=', sql.lit('active'))
    .where((endpoint) =>
      endpoint.or([
        endpoint('e.rate_limited_until', 'is', null),
        endpoint('e.rate_limited_until', '<=', now),
      ]),
    )
    .where((endpoint) => {
      const pending = endpoint
        .selectFrom('webhook_delivery as d')
        .select('d.id')
        .whereRef('d.endpoint_id', '=', 'e.id')
        .where('d.status', '=', sql.lit('pending'))
      return endpoint
        .case()
        .when('e.paused_until', '>', now)
        .then(endpoint.exists(pending.where('d.trigger', '=', sql.lit('manual'))))
        .else(endpoint.exists(pending.where('d.next_attempt_at', '<=', now)))
        .end()
    })
