import type { Client } from 'pg'
import { systemClock } from '../../src/kernel/clock.ts'
import { isDirect, pidOf } from '../../src/kernel/pool/direct.ts'
import { newClient } from '../../src/kernel/pool/primary.ts'
import { MigrationError } from './migration-error.ts'

export interface RunnerOptions {
  /**
   * The runner calls this function with one line of text, for example when it waits, and at each step of an index
   * build.
   */
  report?: (line: string) => void
  /** How long one attempt waits for a lock. Other statements queue behind the migration meanwhile. */
  lockTimeoutMs?: number
  /** The maximum number of attempts for each migration. The pause between attempts grows up to 10 s. */
  attemptsMax?: number
}

/** The two sessions of a migration run. */
export interface Runner extends Required<RunnerOptions> {
  /** Executes the migrations, and owns the advisory lock of the run. */
  client: Client
  /** Reads which sessions block `client`. */
  watcher: Client
  pid: number
}

const POOLED =
  'the URL for migrations leads to a connection pooler: it must lead to PostgreSQL itself, because the lock of a migration run belongs to its session'
const LOCK_TIMEOUT_MS = 1_000
const ATTEMPTS_MAX = 20
const LOCK_POLL_MS = 500
const LOCK_KEY = `hashtextextended('pix-charge-service migrate', 0)`

/**
 * When a runner is killed, its session continues the current statement. With `client_connection_check_interval`,
 * PostgreSQL ends the statement within a second, so that the next run need not wait for this statement.
 */
const SETTINGS = `
  select set_config(name, value, false) from (values
    ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '60s'),
    ('client_connection_check_interval', '1s')) as given (name, value)`

/**
 * Runs `work` with the advisory lock of migration runs, so that only one run at a time changes the schema. Waits while
 * another run has the lock. The connection has the owner's role.
 * @throws MigrationError when the URL leads to a pooler, where other clients could get the session and its lock.
 */
export async function withRunner<T>(
  ownerUrl: string,
  options: RunnerOptions,
  work: (runner: Runner) => Promise<T>,
): Promise<T> {
  const { report = () => undefined, lockTimeoutMs = LOCK_TIMEOUT_MS, attemptsMax = ATTEMPTS_MAX } = options
  const [client, watcher] = [connection(ownerUrl), connection(ownerUrl)]
  try {
    await client.connect()
    if (!(await isDirect(client))) throw new MigrationError(POOLED)
    await watcher.connect()
    await client.query(SETTINGS)
    await takeLock(client, report)
    return await work({ client, watcher, report, lockTimeoutMs, attemptsMax, pid: pidOf(client) })
  } finally {
    // Ending the session releases its lock.
    await Promise.allSettled([client.end(), watcher.end()])
  }
}

function connection(url: string): Client {
  const client = newClient(url, { application_name: 'migrate' })
  // Without this listener, a lost connection would end this process with an error event. Queries on the lost connection
  // reject.
  client.on('error', () => undefined)
  return client
}

const HOLDER = `
  select pid from pg_locks where locktype = 'advisory' and granted and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32) | objid::bigint = ${LOCK_KEY}`

/**
 * Takes the lock for the session by polling. A session that waits for the lock inside PostgreSQL has a snapshot, and an
 * index build of the other run would wait for this snapshot.
 */
async function takeLock(client: Client, report: Runner['report']): Promise<void> {
  for (let isReported = false; ; isReported = true) {
    const { rows } = await client.query<{ taken: boolean }>(
      `select pg_try_advisory_lock(${LOCK_KEY}) as taken`,
    )
    if (rows[0]?.taken) return
    if (!isReported) {
      const holder = await client.query<{ pid: number }>(HOLDER)
      report(
        `another migration run has the lock (pid ${holder.rows[0]?.pid ?? 'unknown'}); waiting for its end`,
      )
    }
    await systemClock.sleep(LOCK_POLL_MS)
  }
}
