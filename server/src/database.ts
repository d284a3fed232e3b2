import { MikroORM, type EntityManager } from '@mikro-orm/postgresql'
import { TypeOverrides, types, type Pool } from 'pg'
import { MIGRATIONS } from '../migrations/list.ts'
import { readMigrations } from '../migrations/run/read-migrations.ts'
import { isolateAccounts } from '../migrations/sandbox/isolate-accounts.ts'
import { runMigrations } from '../migrations/run/run-migrations.ts'
import type { RunnerOptions } from '../migrations/run/runner.ts'
import { ENTITIES } from './entities.ts'
import { nameStatements } from './kernel/database/prepared.ts'
import {
  boundPool,
  CONNECT_MS_MAX,
  NO_CONNECTIONS,
  type BoundPool,
  type PoolState,
} from './kernel/pool/bound-pool.ts'
import { scopeToAccount } from './kernel/pool/account-scope.ts'
import { cancellerOf, type CancelStatements } from './kernel/pool/cancel-statements.ts'
import { limitStatements } from './kernel/pool/limit-statements.ts'
import { connectionTo, type ConnectionTo } from './kernel/pool/primary.ts'
import { releaseWhenLost } from './kernel/pool/lost-connection.ts'
import { wrapQueries } from './kernel/pool/wrap-queries.ts'

export interface Database {
  /** Returns a new entity manager for one request or job run. */
  em(): EntityManager
  /** Returns the connection pool of the pg driver, for libraries that use it directly. */
  pool(): Promise<object>
  /** Returns the current state of the connection pool. */
  poolState(): PoolState
  /**
   * Cancels the SQL statements of this pool that have been running for longer than `olderThanMs`. Returns their number.
   */
  cancelStatements: CancelStatements
  /** Refuses new callers with DatabaseBusy, and closes the pool when all connections have been returned. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** A URL with one host or several. With several hosts, connections go to the host that accepts writes. */
  url: string
  poolSize: number
  /** The name of the connections in `pg_stat_activity` (`application_name`). */
  applicationName: string
  /** The maximum time in milliseconds that a caller waits for a connection. The default is CONNECT_MS_MAX. */
  connectMs?: number | undefined
  /**
   * Whether this is the sandbox database. There, SQL statements see only the rows of the test account that
   * `withAccount` names.
   */
  isScopedToAccount?: boolean | undefined
}

/** Reads int8 as `bigint`. Other types are parsed as the driver does by default. */
const typeParsers = new TypeOverrides()
typeParsers.setTypeParser(types.builtins.INT8, BigInt)

/**
 * The time in milliseconds for which an idle connection stays open. A connection that stays open keeps its prepared
 * statements, which a new connection must prepare again.
 */
const IDLE_MS_MAX = 60_000

/**
 * A search for the primary may take at most this share of the wait for a connection. The rest is for the connection.
 */
const SEARCH_SHARE = 0.4

function options(
  { poolSize, applicationName, connectMs = CONNECT_MS_MAX }: DatabaseOptions,
  { connectionString, Client }: ConnectionTo,
  onPool: (pool: Pool) => void,
) {
  return {
    clientUrl: connectionString,
    entities: ENTITIES,
    forceUtcTimezone: true,
    pool: { min: 0, max: poolSize, idleTimeoutMillis: IDLE_MS_MAX },
    driverOptions: {
      Client,
      application_name: applicationName,
      types: typeParsers,
      connectionTimeoutMillis: connectMs,
      onPoolCreated: (pool: Pool) => {
        onPool(pool)
        const limit = limitStatements()
        wrapQueries(pool, (query, client) => nameStatements(releaseWhenLost(limit(query, client), client)))
      },
    },
  }
}

/**
 * Opens a pool of connections with the role that the URL names. The function creates the ORM only at the first use,
 * because not every process uses every pool.
 */
export function openDatabase(given: DatabaseOptions): Database {
  const connection = connectionTo(given.url, (given.connectMs ?? CONNECT_MS_MAX) * SEARCH_SHARE)
  // The state is empty until the first SQL statement, for which the ORM creates the pool.
  let bound: BoundPool | undefined
  let isClosed = false
  let cancelStatements: CancelStatements | undefined
  const onPool = (pool: Pool): void => {
    bound = boundPool(pool)
    if (given.isScopedToAccount) scopeToAccount(pool)
    // For an SQL statement after the close, the ORM creates another pool. Refuse the callers of that pool.
    if (isClosed) void bound.refuseCallers()
    cancelStatements = cancellerOf(pool, connection)
  }
  let opened: MikroORM | undefined
  const orm = (): MikroORM => (opened ??= new MikroORM(options(given, connection, onPool)))
  return {
    // Without this option, the fork would join a transaction that is open in the caller's async context, even a
    // transaction on another database.
    em: () => orm().em.fork({ disableContextResolution: true }),
    pool: async () => orm().em.getConnection().getNativeClient(),
    poolState: () => bound?.state() ?? { ...NO_CONNECTIONS, max: given.poolSize },
    cancelStatements: async (olderThanMs) => (await cancelStatements?.(olderThanMs)) ?? 0,
    async close() {
      isClosed = true
      await bound?.refuseCallers()
      await opened?.close()
    },
  }
}

/**
 * Applies the missing migrations with the owner's role. Returns their names. If the last build before the baseline
 * migrated the database, adopts the baseline.
 * @throws MigrationError when an even older build migrated the database, or a migration fails.
 */
export async function migrateDatabase(ownerUrl: string, runnerOptions?: RunnerOptions): Promise<string[]> {
  return await runMigrations(ownerUrl, await readMigrations(), runnerOptions)
}

/**
 * Migrates the sandbox database in the same way as `migrateDatabase`, and separates its test accounts from each other.
 * @throws MigrationError also when the database contains merchants of the production environment.
 */
export async function migrateSandbox(ownerUrl: string, runnerOptions?: RunnerOptions): Promise<string[]> {
  const applied = await migrateDatabase(ownerUrl, runnerOptions)
  await isolateAccounts(ownerUrl)
  return applied
}

/** Returns the migrations of this build that have not been applied. */
export async function findMissingMigrations(em: EntityManager): Promise<string[]> {
  const rows = await em.execute<{ name: string }[]>('select name from migration')
  const applied = new Set(rows.map((row) => row.name))
  return MIGRATIONS.map(({ name }) => name).filter((name) => !applied.has(name))
}
