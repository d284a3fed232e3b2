import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type Kysely } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { dueNotices } from '../disputes/notices/due-notices.ts'
import { isOneOfTexts, preparedQuery, type Given } from '../kernel/database/prepared-query.ts'
import type { Tables } from '../kernel/database/tables.ts'
import { notPostponed } from '../kernel/jobs/job-failure.ts'
import { returnsAreReleased } from '../returns/hold/return-hold.queries.ts'
import {
  dueInboxRows,
  dueListings,
  expiredCharges,
  heldPayments,
  requestableReturns,
  runningReplays,
  unfinishedReturns,
  unissuedCharges,
} from './due-rows.ts'

/** The loops that `findDueWork` checks. */
const WATCHED = [
  'inbox',
  'ask-returns',
  'returns',
  'notices',
  'expiry',
  'issuance',
  'settlement',
  'deliveries',
  'replays',
] as const

/** The tables of the database, and the common table expressions of the SQL statement that finds due work. */
interface DueTables extends Tables {
  /** A table with one row. The current time comes from this table, so that the planner uses the cached generic plan. */
  moment: { now: Date }
  /** The ids of the endpoints with pending deliveries, and then a row with null. */
  lane: { id: string | null }
}

const eb = expressionBuilder<DueTables>()
const now = eb.selectFrom('moment').select('moment.now').$asScalar().$notNull()

/**
 * Finds the loops that have due work, with one SQL statement. `once` contains the names of loops that run in only one
 * process at a time. Such a loop is returned if its next run is due and no process has claimed it.
 */
export async function findDueWork(ctx: Context, once: readonly string[] = []): Promise<string[]> {
  const [due] = await readDueWork(ctx, { now: ctx.clock.now(), once })
  if (!due) throw new Error('BUG: findDueWork: the statement returned no row')
  return [...WATCHED.filter((name) => due[name]), ...due.scheduled]
}

/**
 * Returns the condition that a query finds a row. The query must be ordered like the partial index of its rows. Unlike
 * `exists`, this condition keeps the order, so PostgreSQL reads the index. For `exists`, PostgreSQL would expect to
 * find a due row soon without an index. When no row is due, PostgreSQL would read the whole table at every call.
 */
const finds = (rows: OrderedRows) => eb(rows.limit(1).$asScalar(), 'is not', null)

/** A query that selects one column of its rows, in the order of an index. */
interface OrderedRows {
  limit: (count: number) => { $asScalar: () => Expression<string | null> }
}

// The queries below leave out rows that are postponed in `job_failure`, so that these rows do not wake their loop.

const inbox = (kind: 'pix' | 'devolucao') =>
  dueInboxRows(kind, now).select('n.id').orderBy('n.next_attempt_at')

const requestable = (queries: Kysely<Tables>) =>
  requestableReturns(now)
    .select('n.id')
    .where(returnsAreReleased())
    .where(notPostponed(queries, 'ask-returns', { merchantId: 'n.merchant_id', id: 'n.id', now }))
    .orderBy('n.next_attempt_at')

const unfinished = (queries: Kysely<Tables>) =>
  unfinishedReturns(now)
    .select('n.id')
    .where(notPostponed(queries, 'finish-returns', { merchantId: 'n.merchant_id', id: 'n.id', now }))
    .orderBy('n.settled_at')

const held = (queries: Kysely<Tables>) =>
  heldPayments()
    .select('f.id')
    .where(returnsAreReleased())
    .where(notPostponed(queries, 'held-payments', { merchantId: 'f.merchant_id', id: 'f.id', now }))
    .orderBy('f.opened_at')

const notices = (queries: Kysely<Tables>) =>
  dueNotices(queries)
    .select('n.id')
    .where(notPostponed(queries, 'notices', { merchantId: 'p.merchant_id', id: 'n.id', now }))
    .orderBy('n.updated_at')

const expired = (queries: Kysely<Tables>) =>
  expiredCharges(now)
    .select('charge.id')
    .where(notPostponed(queries, 'expiry', { merchantId: 'charge.merchant_id', id: 'charge.id', now }))
    .orderBy('charge.expires_at')

const unissued = (queries: Kysely<Tables>) =>
  unissuedCharges(now)
    .select('c.id')
    .where(notPostponed(queries, 'issuance', { merchantId: 'c.merchant_id', id: 'c.id', now }))
    .orderBy('c.next_check_at')

const replays = (queries: Kysely<Tables>) =>
  runningReplays()
    .select('r.id')
    .where(notPostponed(queries, 'replays', { merchantId: 'r.merchant_id', id: 'r.id', now }))
    .orderBy('r.endpoint_id')

/** Selects the names of the jobs whose next run is due. Table `job_schedule` has one row for each job. */
const scheduledRuns = (names: Expression<readonly string[]>) =>
  sql<string[]>`array(${eb
    .selectFrom('job_schedule as j')
    .select('j.name')
    .where(isOneOfTexts('j.name', names))
    .where('j.next_run_at', '<=', now)})`

// Together, these two queries list the endpoints with pending deliveries in the order of their ids, as the claim of
// deliveries also does. Each endpoint costs one index probe, however many pending deliveries it has.

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

// Defined at the end, because the query is built when the module loads and uses the functions above.
const readDueWork = preparedQuery((queries, given: Given<{ now: Date; once: readonly string[] }>) =>
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
      finds(inbox('pix')).as('inbox'),
      finds(requestable(queries)).as('ask-returns'),
      eb.or([finds(inbox('devolucao')), finds(unfinished(queries)), finds(held(queries))]).as('returns'),
      finds(notices(queries)).as('notices'),
      finds(expired(queries)).as('expiry'),
      finds(unissued(queries)).as('issuance'),
      finds(dueListings(now).select('n.end_to_end_id').orderBy('n.next_attempt_at')).as('settlement'),
      eb.exists(endpointsWithWork()).as('deliveries'),
      finds(replays(queries)).as('replays'),
      scheduledRuns(given('once')).as('scheduled'),
    ]),
)
