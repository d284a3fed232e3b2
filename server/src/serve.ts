import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { makeApp, makeStaffRoutes } from './app.ts'
import { listenForCallbacks } from './callbacks.ts'
import { openDatabase } from './database.ts'
import { Drain } from './http/drain.ts'
import { limitTimes } from './http/limit-times.ts'
import { startJobs } from './jobs.ts'
import { DONE, type Clock } from './kernel/clock.ts'
import { findUnlimited } from './kernel/database/role-limits.ts'
import { listenOn } from './kernel/listen-on.ts'
import { readConfig } from './kernel/settings/config.ts'
import { ConfigError } from './kernel/settings/parse-variables.ts'
import { openKit, type Kit } from './kit.ts'
import { startMetrics, type MetricsServer } from './metrics/start-metrics.ts'
import { openSandbox, type Sandbox } from './sandbox-kit.ts'
import { getReturnHold } from './returns/hold/return-hold.queries.ts'

/**
 * The maximum time in milliseconds for which open requests may continue after the stop signal. The whole process ends
 * within 10 s.
 */
const DRAIN_MS = 9_000
/**
 * This many milliseconds after the stop signal, the process cancels SQL statements that have run since the signal. Such
 * a statement waits for a lock or reads a large table. A job may also wait for a PSP or a webhook receiver, but for at
 * most 5 s.
 */
const CANCEL_MS = 4_000
/**
 * The maximum times in milliseconds that the process waits: first for requests and jobs to end, then for connections to
 * close.
 */
const STOP_MS_MAX = 9_200
const CLOSE_MS_MAX = 500

/**
 * Runs the HTTP server, the jobs, or both until SIGINT or SIGTERM. Afterwards ends the process. The exit code is 1 if
 * the process failed or interrupted work.
 */
export async function serve(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    // Exit explicitly. Otherwise an unanswered statement or an unanswered export of traces would keep the process
    // alive.
    process.exit((await serveUntilStopped(env)) ? 0 : 1)
  } catch (error) {
    process.stderr.write(
      error instanceof ConfigError
        ? `${error.message}\n`
        : `${String(error instanceof Error ? error.stack : error)}\n`,
    )
    process.exit(1)
  }
}

/** Returns false when jobs or requests were interrupted. */
async function serveUntilStopped(env: NodeJS.ProcessEnv): Promise<boolean> {
  const { values } = parseArgs({ options: { role: { type: 'string' } } })
  const { config, secrets, weakSecrets } = readConfig({
    ...env,
    ...(values.role ? { ROLE: values.role } : {}),
  })
  const kit = await openKit(config, secrets)
  for (const { variable, reason } of weakSecrets) kit.log.warn({ variable, reason }, 'a secret is weak')
  await openFileStore(kit)
  const metrics = await serveMetrics(kit)
  const stop = new AbortController()
  const sandbox = await openSandbox(kit)
  const isServing = config.role !== 'worker'
  const server = isServing ? await listen(kit, stop.signal, sandbox) : undefined
  const callbacks = isServing ? await listenForCallbacks(kit) : undefined
  const jobs = config.role === 'api' ? undefined : startJobs(kit)
  const sandboxJobs = config.role === 'api' ? undefined : sandbox?.startJobs()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  if (!server) kit.log.info({ role: config.role }, 'working')
  void warnWithoutLimits(kit)
  void warnWhileReturnsAreHeld(kit)

  await new Promise((resolve) => stop.signal.addEventListener('abort', resolve))
  kit.log.info({ running_jobs: runningJobs(kit) }, 'stopping')
  kit.feedWaiters.stop()
  sandbox?.kit.feedWaiters.stop()
  const times = { delayMs: config.drainDelayMs, totalMs: DRAIN_MS }
  const drained = Promise.all([server?.stop(times), callbacks?.stop(times)])
  const jobsEnded = Promise.all([jobs?.stop(), sandboxJobs?.stop()])
  const ended = Promise.all([drained, jobsEnded]).then(() =>
    Promise.all([kit.requestLog.close(), sandbox?.kit.close()]),
  )
  return endAll(kit, ended, metrics)
}

/**
 * Waits until requests and jobs have ended, and closes the connections. Cancels statements that run too long. If
 * requests or jobs do not end in time, logs which jobs were interrupted and returns false.
 */
export async function endAll(kit: Kit, ended: Promise<unknown>, metrics?: MetricsServer): Promise<boolean> {
  const timer = new AbortController()
  void cancelStatements(kit, timer.signal)
  const isEnded = await endsWithin(kit.clock, STOP_MS_MAX, ended)
  timer.abort(DONE)
  const interrupted = isEnded ? [] : runningJobs(kit)
  const isClosed = await endsWithin(kit.clock, CLOSE_MS_MAX, closeAll(kit, metrics))
  if (isEnded && isClosed) kit.log.info('stopped')
  else
    kit.log.error(
      { interrupted_jobs: interrupted },
      'stopped before all work had ended; later runs repeat it',
    )
  return isEnded && isClosed
}

const runningJobs = ({ jobStates }: Kit): string[] =>
  jobStates.list().flatMap(({ job, runningSince }) => (runningSince ? [job] : []))

async function closeAll(kit: Kit, metrics: MetricsServer | undefined): Promise<void> {
  await kit.close()
  await metrics?.close()
}

/** Cancels long statements after CANCEL_MS, unless `ended` is aborted before. */
async function cancelStatements({ clock, database, log }: Kit, ended: AbortSignal): Promise<void> {
  await clock.sleep(CANCEL_MS, ended)
  if (ended.aborted) return
  try {
    const statements = await database.cancelStatements(CANCEL_MS)
    if (statements > 0)
      log.warn({ statements }, 'cancelled statements that did not end after the stop signal')
  } catch (error) {
    log.warn({ err: error }, 'cannot cancel the statements that still run after the stop signal')
  }
}

/** Returns whether `work` ends without an error within `ms` milliseconds. */
async function endsWithin(clock: Clock, ms: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController()
  const isDone = await Promise.race([
    work.then(
      () => true,
      () => false,
    ),
    clock.sleep(ms, timer.signal).then(() => false),
  ])
  timer.abort(DONE)
  return isDone
}

/**
 * Serves the metrics of this process if METRICS_PORT is set. Reads values from the database over a separate connection,
 * so that a scrape does not wait while the pool is exhausted.
 * @throws ConfigError when the port or the host cannot be used
 */
export async function serveMetrics(kit: Kit): Promise<MetricsServer | undefined> {
  const { config, secrets, exportedMetrics: metrics } = kit
  if (!config.metrics || !metrics) return undefined
  const database = openDatabase({
    url: secrets.databaseUrl,
    poolSize: 1,
    applicationName: `pix-charge-service ${config.role} metrics`,
  })
  const server = await startMetrics({
    ...kit,
    config: config.metrics,
    metrics,
    stateContext: () => ({ ...kit.context('metrics'), em: database.em() }),
    pools: { main: kit.database, console: kit.consoleDatabase },
  })
  return {
    port: server.port,
    async close() {
      await server.close()
      await database.close()
    },
  }
}

/**
 * Logs one warning when a database role of this process lacks limits. Ignores a role that cannot connect to the
 * database.
 */
export async function warnWithoutLimits(kit: Pick<Kit, 'context' | 'consoleContext' | 'log'>): Promise<void> {
  const contexts = [kit.context('start'), kit.consoleContext('start')]
  const found = await Promise.allSettled(contexts.map(({ em }) => findUnlimited(em)))
  const missing = found.flatMap((one) =>
    one.status === 'fulfilled' && one.value.missing.length > 0 ? [[one.value.role, one.value.missing]] : [],
  )
  if (missing.length > 0)
    kit.log.warn(
      { missing: Object.fromEntries(missing) },
      'database roles have no limits; the command `migrate` prints the statements to run',
    )
}

/**
 * Opens the file store. If the database is unreachable, the process opens the store later, at its first use.
 * @throws ConfigError when the configured folder does not contain the files of this database.
 */
export async function openFileStore(kit: Pick<Kit, 'context' | 'files' | 'log'>): Promise<void> {
  try {
    await kit.files.store(kit.context('start'))
  } catch (error) {
    if (error instanceof ConfigError) throw error
    kit.log.warn({ err: error }, 'the file store was not checked, because the database cannot be read')
  }
}

/** Logs one warning when returns are held. Does nothing if the database cannot be reached. */
export async function warnWhileReturnsAreHeld(kit: Pick<Kit, 'context' | 'log'>): Promise<void> {
  const hold = await getReturnHold(kit.context('start')).catch(() => undefined)
  if (!hold?.heldBy) return
  kit.log.warn(
    { alarm: 'returns_held', held_by: hold.heldBy },
    'returns are held: no money goes back to payers until an operator runs the command `returns release`',
  )
}

/** Serves the requests of this process. @throws ConfigError when the port or the host cannot be used. */
export async function listen(kit: Kit, stopping: AbortSignal, sandbox?: Sandbox): Promise<Drain> {
  const server = createServer(makeApp(kit, await makeStaffRoutes(kit, sandbox), stopping, sandbox))
  const drain = new Drain(server, kit.clock)
  limitTimes(server)
  const { port, host } = kit.config
  const boundPort = await listenOn(server, { port, host, settings: { port: 'PORT', host: 'HOST' } })
  kit.log.info({ port: boundPort }, 'listening')
  return drain
}
