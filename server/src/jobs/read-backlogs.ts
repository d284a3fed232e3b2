import { expressionBuilder, sql, type AliasableExpression, type Expression, type Kysely } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { preparedQuery, type Given } from '../kernel/database/prepared-query.ts'
import type { Tables } from '../kernel/database/tables.ts'
import { OUTDATED_AT, outdatedFiles } from '../disputes/files/delete-files.ts'
import { duePayouts } from '../payouts/lines/assign-lines.ts'
import { dueDeadlines, warningDueAt } from '../disputes/dispute-jobs.ts'
import { dueNotices } from '../disputes/notices/due-notices.ts'
import { uncomparedReturns } from '../returns/settle-returns.ts'
import { missingPayments } from '../settlements/find-missing.ts'
import { AVAILABLE_AT, dueCharges } from '../settlements/make-available.ts'
import { dueReserves, RELEASED_AT } from '../settlements/release-reserves.ts'
import { withWaitingEndpoints } from '../webhooks/deliveries/waiting-endpoints.ts'
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

/** The due rows of a job. */
export interface Backlog {
  job: string
  /** The number of due rows, at most `BACKLOG_MAX`. */
  count: number
  /** The time at which the oldest counted row became due. Null if no row is due. */
  oldestAt: Date | null
}

/** Counting a backlog stops at this number. */
export const BACKLOG_MAX = 10_000

/** The tables of the database, and `moment`, a table expression with the current time. */
interface BacklogTables extends Tables {
  moment: { now: Date }
}

const eb = expressionBuilder<BacklogTables>()
const now = eb.selectFrom('moment').select('moment.now').$asScalar().$notNull()
const max = sql.lit(BACKLOG_MAX)

/**
 * Returns the backlog of each job in `backlogs`, including rows that are postponed after a failure. Sends one SQL
 * statement, which reads only waiting rows, at most `BACKLOG_MAX` for each job.
 */
export async function readBacklogs(ctx: Context): Promise<Backlog[]> {
  const rows = await readCounts(ctx, { now: ctx.clock.now() })
  return Array.from(
    Map.groupBy(rows, ({ job }) => job),
    ([job, parts]) => ({
      job,
      count: Math.min(
        BACKLOG_MAX,
        parts.reduce((sum, { count }) => sum + Number(count), 0),
      ),
      oldestAt: parts.reduce<Date | null>(
        (oldest, { oldestAt }) =>
          oldest === null || (oldestAt !== null && oldestAt < oldest) ? oldestAt : oldest,
        null,
      ),
    }),
  )
}

/** A query that selects when each row of a backlog became due. The query selects at most `BACKLOG_MAX` rows. */
type DueTimes = AliasableExpression<{ at: Date | null }>

/** Returns the queries of the backlogs, by job. A job with several kinds of rows has several queries. */
const backlogs = (queries: Kysely<Tables>): [job: string, rows: DueTimes][] => [
  ['inbox', inbox('pix')],
  ['ask-returns', requestable],
  ['returns', inbox('devolucao')],
  ['returns', unfinished],
  ['returns', held],
  ['notices', notices(queries)],
  ['expiry', expired],
  ['issuance', unissued],
  ['settlement', listings],
  ['available', available(queries)],
  ['reserve', reserves(queries)],
  ['return-settlement', uncompared(queries)],
  ['missing', missing(queries)],
  ['deadlines', deadlines(queries)],
  ['payout-lines', payoutLines(queries)],
  ['dispute-files', outdated],
  ['deliveries', deliveries(queries)],
  ['reap', expiredLeases(queries)],
  ['replays', replays],
  ['feed', unsequenced],
]

const inbox = (kind: 'pix' | 'devolucao') =>
  dueInboxRows(kind, now).select('n.next_attempt_at as at').orderBy('n.next_attempt_at').limit(max)

const requestable = requestableReturns(now)
  .select('n.next_attempt_at as at')
  .orderBy('n.next_attempt_at')
  .limit(max)

const unfinished = unfinishedReturns(now).select('n.next_attempt_at as at').orderBy('n.settled_at').limit(max)

const held = heldPayments().select('f.opened_at as at').orderBy('f.opened_at').limit(max)

const expired = expiredCharges(now).select('charge.expires_at as at').orderBy('charge.expires_at').limit(max)

const unissued = unissuedCharges(now).select('c.next_check_at as at').orderBy('c.next_check_at').limit(max)

const listings = dueListings(now).select('n.next_attempt_at as at').orderBy('n.next_attempt_at').limit(max)

const unsequenced = eb
  .selectFrom('event_unsequenced as u')
  .select('u.event_created_at as at')
  .orderBy('u.id')
  .limit(max)

const replays = runningReplays().select('r.looked_at as at').limit(max)

const fromUtc = (time: Expression<Date>) => sql<Date>`(${time}) at time zone 'UTC'`

const available = (queries: Kysely<Tables>) =>
  dueCharges(queries, now).select(fromUtc(AVAILABLE_AT).as('at')).orderBy(AVAILABLE_AT).limit(max)

const reserves = (queries: Kysely<Tables>) =>
  dueReserves(queries, now).select(fromUtc(RELEASED_AT).as('at')).orderBy(RELEASED_AT).limit(max)

const uncompared = (queries: Kysely<Tables>) =>
  uncomparedReturns(queries, now).select('n.finished_at as at').orderBy('n.finished_at').limit(max)

const missing = (queries: Kysely<Tables>) =>
  missingPayments(queries, now).select('p.recorded_at as at').orderBy('p.recorded_at').limit(max)

const notices = (queries: Kysely<Tables>) =>
  dueNotices(queries).select('n.updated_at as at').orderBy('n.updated_at').limit(max)

const deadlines = (queries: Kysely<Tables>) =>
  dueDeadlines(queries, now).select(warningDueAt.as('at')).orderBy('d.answer_until').limit(max)

const payoutLines = (queries: Kysely<Tables>) =>
  duePayouts(queries).select('payout.updated_at as at').orderBy('payout.updated_at').limit(max)

const outdated = outdatedFiles(now).select(OUTDATED_AT.as('at')).orderBy('f.created_at').limit(max)

/** Leaves out deliveries to endpoints that are paused or rate limited. */
const deliveries = (queries: Kysely<Tables>) =>
  withWaitingEndpoints(queries)
    .selectFrom('waiting_endpoint')
    .innerJoin('webhook_endpoint as e', 'e.id', 'waiting_endpoint.id')
    .crossJoinLateral((endpoint) =>
      endpoint
        .selectFrom('webhook_delivery as d')
        .select('d.next_attempt_at as at')
        .whereRef('d.endpoint_id', '=', 'e.id')
        .where('d.status', '=', 'pending')
        .where('d.next_attempt_at', '<=', now)
        .orderBy('d.next_attempt_at')
        .limit(max)
        .as('due'),
    )
    .select('due.at')
    .where('e.status', '=', 'active')
    .where((e) => e.or([e('e.paused_until', 'is', null), e('e.paused_until', '<=', now)]))
    .where((e) => e.or([e('e.rate_limited_until', 'is', null), e('e.rate_limited_until', '<=', now)]))
    .limit(max)

const expiredLeases = (queries: Kysely<Tables>) =>
  queries
    .selectFrom('webhook_delivery as d')
    .select('d.lease_until as at')
    .where('d.status', '=', 'sending')
    .where('d.lease_until', '<=', now)
    .limit(max)

const countOf = (queries: Kysely<Tables>, [job, rows]: [job: string, rows: DueTimes]) =>
  queries
    .selectFrom(rows.as('due'))
    .select((due) => [
      sql.lit(job).as('job'),
      due.fn.countAll<bigint>().as('count'),
      due.fn.min<Date | null>('due.at').as('oldestAt'),
    ])

// Defined at the end, because the query is built when the module loads and uses the functions above.
const readCounts = preparedQuery((queries, given: Given<{ now: Date }>) =>
  queries
    .with('moment', (moment) => moment.selectNoFrom(sql<Date>`${given('now')}::timestamptz`.as('now')))
    .with('backlog', () =>
      backlogs(queries)
        .map((backlog) => countOf(queries, backlog))
        .reduce((all, next) => all.unionAll(next)),
    )
    .selectFrom('backlog')
    .selectAll(),
)
