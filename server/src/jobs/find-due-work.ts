import { expressionBuilder, sql, type ExpressionBuilder, type Kysely } from 'kysely'
import { isDueToExpire } from '../charges/charge-expiry.ts'
import type { Context } from '../kernel/context.ts'
import { preparedQuery, type Given } from '../kernel/database/prepared-query.ts'
import type { Tables } from '../kernel/database/tables.ts'
import { notPostponed } from '../kernel/jobs/job-failure.ts'
import { returnsAreReleased } from '../returns/hold/return-hold.queries.ts'

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
  /** A table with one row. Because the current time comes from a table, the planner uses the cached generic plan. */
  moment: { now: Date }
  /** The endpoints with pending deliveries; the last row is null. */
  lane: { id: string | null }
}

const eb = expressionBuilder<DueTables>()
const now = eb.selectFrom('moment').select('moment.now').$asScalar().$notNull()

/** Finds the loops that have due work, with one SQL statement. */
export async function findDueWork(ctx: Context): Promise<WatchedLoop[]> {
  const [due] = await readDueWork(ctx, { now: ctx.clock.now() })
  if (!due) throw new Error('BUG: findDueWork: the statement returned no row')
  return WATCHED.filter((name) => due[name])
}

// Each query below selects the due rows of one loop, with the same conditions as in the loop's own query. Each
// condition uses a partial index that contains only waiting rows, so the check is cheap when nothing is due.

const inbox = (kind: 'pix' | 'devolucao') =>
  eb
    .selectFrom('network_inbox as n')
    .select('n.id')
    .where('n.state', '=', 'waiting')
    .where('n.kind', '=', kind)
    .where('n.next_attempt_at', '<=', now)

const requestableReturns = (queries: Kysely<Tables>) =>
  eb
    .selectFrom('network_return as n')
    .select('n.id')
    .where('n.state', '=', 'asking')
    .where('n.next_attempt_at', '<=', now)
    .where(returnsAreReleased())
    .where(notPostponed(queries, 'ask-returns', { merchantId: 'n.merchant_id', id: 'n.id', now }))

const unfinishedReturns = (queries: Kysely<Tables>) =>
  eb
    .selectFrom('network_return as n')
    .select('n.id')
    .where('n.state', '<>', 'asking')
    .where('n.finished_at', 'is', null)
    .where('n.next_attempt_at', '<=', now)
    .where(notPostponed(queries, 'finish-returns', { merchantId: 'n.merchant_id', id: 'n.id', now }))

const heldPayments = (queries: Kysely<Tables>) =>
  eb
    .selectFrom('financial_case as f')
    .select('f.id')
    .where('f.status', '=', 'open')
    .where('f.kind', '=', 'held_payment')
    .where('f.exception', 'is', null)
    .where((held) =>
      held.not(
        held.exists(
          held
            .selectFrom('network_return as n')
            .select('n.id')
            .whereRef('n.merchant_id', '=', 'f.merchant_id')
            .whereRef('n.case_id', '=', 'f.id')
            .where('n.origin', '=', 'service'),
        ),
      ),
    )
    .where(returnsAreReleased())
    .where(notPostponed(queries, 'held-payments', { merchantId: 'f.merchant_id', id: 'f.id', now }))

const expiredCharges = (queries: Kysely<Tables>) =>
  eb
    .selectFrom('charge')
    .select('charge.id')
    .where(isDueToExpire(now))
    .where(notPostponed(queries, 'expiry', { merchantId: 'charge.merchant_id', id: 'charge.id', now }))

const unissuedCharges = (queries: Kysely<Tables>) =>
  eb
    .selectFrom('charge as c')
    .select('c.id')
    .where('c.status', '=', 'created')
    .where('c.next_check_at', '<=', now)
    .where(notPostponed(queries, 'issuance', { merchantId: 'c.merchant_id', id: 'c.id', now }))

const listings = () =>
  eb
    .selectFrom('network_listing as n')
    .select('n.end_to_end_id')
    .where('n.state', '=', 'waiting')
    .where('n.next_attempt_at', '<=', now)

const replays = (queries: Kysely<Tables>) =>
  eb
    .selectFrom('webhook_replay as r')
    .select('r.id')
    .where('r.status', '=', 'running')
    .where(notPostponed(queries, 'replays', { merchantId: 'r.merchant_id', id: 'r.id', now }))

// Together, these two queries list the endpoints with pending deliveries in the order of their ids, as the claim of
// deliveries does. Each endpoint costs one index probe, whatever the number of its pending deliveries.

const firstPending = (lanes: ExpressionBuilder<DueTables, never>) =>
  lanes
    .selectFrom('webhook_delivery as d')
    .select('d.endpoint_id')
    .where('d.status', '=', 'pending')
    .orderBy('d.endpoint_id')
    .limit(1)
    .$asScalar()

const nextPending = (lanes: ExpressionBuilder<DueTables, 'lane'>) =>
  lanes
    .selectFrom('webhook_delivery as d')
    .select('d.endpoint_id')
    .where('d.status', '=', 'pending')
    .whereRef('d.endpoint_id', '>', 'lane.id')
    .orderBy('d.endpoint_id')
    .limit(1)
    .$asScalar()

const endpointsWithWork = () =>
  eb
    .selectFrom('lane')
    .innerJoin('webhook_endpoint as e', 'e.id', 'lane.id')
    .select('e.id')
    .where('e.status', '=', 'active')
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
        .where('d.status', '=', 'pending')
      return endpoint
        .case()
        .when('e.paused_until', '>', now)
        .then(endpoint.exists(pending.where('d.trigger', '=', 'manual')))
        .else(endpoint.exists(pending.where('d.next_attempt_at', '<=', now)))
        .end()
    })

// Defined last, because the query is built when the module loads and uses the functions above.
const readDueWork = preparedQuery((queries, given: Given<{ now: Date }>) =>
  queries
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
    .with('moment', (moment) => moment.selectNoFrom(sql<Date>`${given('now')}::timestamptz`.as('now')))
    .selectNoFrom([
      eb.exists(inbox('pix')).as('inbox'),
      eb.exists(requestableReturns(queries)).as('ask-returns'),
      eb
        .or([
          eb.exists(inbox('devolucao')),
          eb.exists(unfinishedReturns(queries)),
          eb.exists(heldPayments(queries)),
        ])
        .as('returns'),
      eb.exists(expiredCharges(queries)).as('expiry'),
      eb.exists(unissuedCharges(queries)).as('issuance'),
      eb.exists(listings()).as('settlement'),
      eb.exists(endpointsWithWork()).as('deliveries'),
      eb.exists(replays(queries)).as('replays'),
    ]),
)
