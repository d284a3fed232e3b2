import { Client } from 'pg'
import { systemClock } from '../../src/kernel/clock.ts'

export interface RunnerOptions {
  /** Called with one line when the runner waits, and for each step of an index build. */
  report?: (line: string) => void
  /** How long one attempt waits for a lock. Meanwhile other statements queue behind the migration. */
  lockTimeoutMs?: number
  /** Attempts for each migration. The pause between two attempts grows to 10 s. */
  attemptsMax?: number
}

/** The two sessions of a migration run. */
export interface Runner extends Required<RunnerOptions> {
  /** Executes the migrations, and holds the advisory lock of the run. */
  client: Client
  /** Reads which sessions block `client`. */
  watcher: Client
  pid: number
}

const LOCK_TIMEOUT_MS = 1_000
const ATTEMPTS_MAX = 20
const LOCK_POLL_MS = 500
const LOCK_KEY = `hashtextextended('pix-charge-service migrate', 0)`

/**
 * A killed runner leaves its session with the running statement. PostgreSQL then ends the statement within this time, so
 * that the next run does not wait for it.
 */
const SETTINGS = `
  select set_config(name, value, false) from (values
    ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '60s'),
    ('client_connection_check_interval', '1s')) as given (name, value)`

/**
 * Runs `work` while it holds the advisory lock of migration runs, so that one run at a time changes the schema. Waits
 * while another run has the lock. Connects as the owner; the URL must lead to PostgreSQL itself, not to a transaction
 * pooler.
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
    await watcher.connect()
    await client.query(SETTINGS)
    await takeLock(client, report)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return await work({ client, watcher, report, lockTimeoutMs, attemptsMax, pid: rows[0]?.pid ?? 0 })
  } finally {
    // The end of the session releases its lock.
    await Promise.allSettled([client.end(), watcher.end()])
  }
}

function connection(connectionString: string): Client {
  const client = new Client({ connectionString, application_name: 'migrate' })
  // Without a listener, the error event of a lost connection would end this process. The connection's queries reject.
  client.on('error', () => undefined)
  return client
}

const HOLDER = `
  select pid from pg_locks where locktype = 'advisory' and granted and objsubid = 1
    and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32) | objid::bigint = ${LOCK_KEY}`

/**
 * Takes the lock for the session. Polls, because a session that waits for an advisory lock has a snapshot, and an index
 * build of the other run would wait for the end of that snapshot.
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
