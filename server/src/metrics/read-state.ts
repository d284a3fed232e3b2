import { sql, type Kysely, type SqlBool } from 'kysely'
import { readBacklogs, type Backlog } from '../jobs/read-backlogs.ts'
import { readLastArchived } from '../kernel/backup/archiving.queries.ts'
import { plusMs } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { preparedQuery } from '../kernel/database/prepared-query.ts'
import type { Tables } from '../kernel/database/tables.ts'
import { withinMs } from '../kernel/database/within-ms.ts'
import { allSweptUntil, sweepsOfAccounts } from '../inbox/sweep-times.ts'
import { returnsAreReleased } from '../returns/hold/return-hold.queries.ts'
import { findOverdue, LAG_MS_MAX } from '../webhooks/health/watch-lag.ts'

/**
 * The state of the database, as the metrics show it. A time is null if the database contains no row with such a time.
 */
export interface State {
  backlogs: Backlog[]
  inboxOldestAt: Date | null
  inboxParkedCount: bigint
  issuanceCount: bigint
  returnsReleased: SqlBool
  sweepEndedAt: Date | null
  sweptUntil: Date | null
  ledgerVerifiedAt: Date | null
  ledgerSound: boolean | null
  auditVerifiedAt: Date | null
  auditSound: boolean | null
  /** The time at which the oldest overdue delivery became due. */
  overdueSince: Date | null
  /** The time at which PostgreSQL last archived a WAL file. */
  archivedAt: Date | null
}

const COUNT_MAX = 10_000

/** Reads the state in one transaction, in which each SQL statement may take `ms` milliseconds. */
export const readState = (ctx: Context, ms: number): Promise<State> =>
  withinMs(ctx, ms, async (tx) => {
    const [rows] = await readRows(tx, {})
    if (!rows) throw new Error('BUG: readState: the statement returned no row')
    const overdue = await findOverdue(tx, plusMs(tx.clock.now(), -LAG_MS_MAX))
    return {
      ...rows,
      overdueSince: overdue.oldest,
      archivedAt: await readLastArchived(tx),
      backlogs: await readBacklogs(tx),
    }
  })

const waiting = (queries: Kysely<Tables>) =>
  queries
    .selectFrom('network_inbox')
    .select('received_at')
    .where('state', '=', 'waiting')
    .orderBy('next_attempt_at')
    .limit(sql.lit(COUNT_MAX))

const parked = (queries: Kysely<Tables>) =>
  queries.selectFrom('network_inbox').select('id').where('state', '=', 'parked').limit(sql.lit(COUNT_MAX))

const unissued = (queries: Kysely<Tables>) =>
  queries.selectFrom('charge').select('id').where('status', '=', 'created').limit(sql.lit(COUNT_MAX))

const lastLedgerVerdict = (queries: Kysely<Tables>) =>
  queries.selectFrom('ledger_verdict').orderBy('finished_at', 'desc').limit(sql.lit(1))

const lastAuditVerdict = (queries: Kysely<Tables>) =>
  queries.selectFrom('audit_verdict').orderBy('finished_at', 'desc').limit(sql.lit(1))

const readRows = preparedQuery((queries) =>
  queries.selectNoFrom((eb) => [
    eb
      .selectFrom(waiting(queries).as('waiting'))
      .select((row) => row.fn.min<Date | null>('waiting.received_at').as('at'))
      .as('inboxOldestAt'),
    eb
      .selectFrom(parked(queries).as('parked'))
      .select((row) => row.fn.countAll<bigint>().as('count'))
      .$asScalar()
      .$notNull()
      .as('inboxParkedCount'),
    eb
      .selectFrom(unissued(queries).as('unissued'))
      .select((row) => row.fn.countAll<bigint>().as('count'))
      .$asScalar()
      .$notNull()
      .as('issuanceCount'),
    returnsAreReleased().as('returnsReleased'),
    sweepsOfAccounts(queries)
      .select((row) => row.fn.min<Date | null>('s.finished_at').as('at'))
      .as('sweepEndedAt'),
    allSweptUntil(queries).as('sweptUntil'),
    lastLedgerVerdict(queries).select('finished_at').as('ledgerVerifiedAt'),
    lastLedgerVerdict(queries).select('sound').as('ledgerSound'),
    lastAuditVerdict(queries).select('finished_at').as('auditVerifiedAt'),
    lastAuditVerdict(queries).select('sound').as('auditSound'),
  ]),
)
