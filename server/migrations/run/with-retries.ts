import { DatabaseError } from 'pg'
import { systemClock } from '../../src/kernel/clock.ts'
import { sqlState } from '../../src/kernel/context.ts'
import { watchBlockers } from './blockers.ts'
import { MigrationError } from './migration-error.ts'
import type { Runner } from './runner.ts'

const PAUSE_MS_MIN = 250
const PAUSE_MS_MAX = 10_000
/** How long an index build waits for old transactions, in milliseconds. */
const ALONE_LOCK_TIMEOUT_MS = 10 * 60_000
const ALONE_REPORT_MS = 10_000
/** SQLSTATE of a lock timeout and of a deadlock. */
const IS_BLOCKED = ['55P03', '40P01']

/**
 * Runs `work` in a transaction with a lock timeout. If a lock is not free in time, rolls back, pauses and tries again.
 * So other statements wait at most for one lock timeout.
 * @throws MigrationError that names the migration and, after the last attempt, the blocking sessions
 */
export async function inTransaction(
  runner: Runner,
  name: string,
  work: (client: Runner['client']) => Promise<void>,
): Promise<void> {
  const { client, lockTimeoutMs } = runner
  await withRetries(runner, name, async () => {
    await client.query('begin')
    try {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      await work(client)
      await client.query('commit')
    } catch (error) {
      // The connection may be lost. PostgreSQL then rolls back without this statement.
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  })
}

async function withRetries(runner: Runner, name: string, attempt: () => Promise<void>): Promise<void> {
  const { lockTimeoutMs, attemptsMax, report } = runner
  for (let tried = 1, pauseMs = PAUSE_MS_MIN; ; tried++, pauseMs = Math.min(PAUSE_MS_MAX, 2 * pauseMs)) {
    let blockers = 'none seen'
    const found = (seen: string): void => void (blockers = seen)
    try {
      return await watchBlockers(runner, lockTimeoutMs / 4, found, attempt())
    } catch (error) {
      if (!IS_BLOCKED.includes(sqlState(error) ?? '')) throw failureOf(name, error)
      if (tried === attemptsMax)
        throw new MigrationError(
          `${name} did not get its locks in ${tried} attempts of ${lockTimeoutMs} ms, and changed nothing. ` +
            `Blocking sessions: ${blockers}. Wait until they end, or end them with pg_terminate_backend(pid). ` +
            'Then run "migrate" again; it continues with this migration.',
        )
      report(
        `${name}: a lock is not free; attempt ${tried + 1} of ${attemptsMax} in ${pauseMs} ms; blocked by ${blockers}`,
      )
      await systemClock.sleep(pauseMs)
    }
  }
}

/**
 * Runs one statement outside a transaction, without retries. The statement must take no lock that blocks writes,
 * because the statement may wait for a long time. Reports the sessions for which the statement waits.
 * @throws MigrationError that names the migration
 */
export async function outsideTransaction(runner: Runner, name: string, statement: string): Promise<void> {
  let blockers = 'none seen'
  const found = (seen: string): void => {
    blockers = seen
    runner.report(`${name}: waits for ${seen}`)
  }
  try {
    await runner.client.query(`set lock_timeout = ${ALONE_LOCK_TIMEOUT_MS}`)
    await watchBlockers(runner, ALONE_REPORT_MS, found, runner.client.query(statement))
  } catch (error) {
    if (!IS_BLOCKED.includes(sqlState(error) ?? '')) throw failureOf(name, error)
    throw new MigrationError(
      `${name} did not get its locks. Blocking sessions: ${blockers}. Wait until they end, or end them with ` +
        'pg_terminate_backend(pid). Then run "migrate" again.',
    )
  }
}

/**
 * Turns an error of PostgreSQL into a MigrationError that names the migration; returns any other error unchanged. Keeps
 * PostgreSQL's message only for an error in the statement itself, because other messages may contain values of rows.
 */
function failureOf(name: string, error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.code === undefined) return error
  const why = error.code.startsWith('42') ? `: ${error.message}` : ''
  return new MigrationError(`${name} failed with SQLSTATE ${error.code}${why}`)
}
