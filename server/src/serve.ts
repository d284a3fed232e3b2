import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { makeApp, makeStaffRoutes, type Parts } from './app.ts'
import { listenForCallbacks } from './callbacks.ts'
import { openCells, type Cells } from './cells-kit.ts'
import { Drain } from './http/drain.ts'
import { limitTimes } from './http/limit-times.ts'
import { startCellJobs, startJobs, type RunningJobs } from './jobs.ts'
import { DONE, type Clock } from './kernel/clock.ts'
import { listenOn } from './kernel/listen-on.ts'
import type { Log } from './kernel/log.ts'
import { readCells, readWorkCells, type CellSettings } from './kernel/settings/cells-config.ts'
import { readConfig } from './kernel/settings/config.ts'
import { ConfigError } from './kernel/settings/parse-variables.ts'
import { openKit, type Kit } from './kit.ts'
import type { MetricsServer } from './metrics/start-metrics.ts'
import { openSandbox } from './sandbox-kit.ts'
import { serveMetrics } from './serve-metrics.ts'
import { openFileStore, warnWhileReturnsAreHeld, warnWithoutLimits } from './start-checks.ts'

/**
 * The maximum time in milliseconds for which open requests may continue after the stop signal. The whole process ends
 * within 10 s.
 */
const DRAIN_MS = 9_000
/**
 * This many milliseconds after the stop signal, the process cancels SQL statements that have run since the signal. Such
 * an SQL statement waits for a lock or reads a large table. A job may also wait for a PSP or a webhook receiver, but
 * for at most 5 s.
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
    // Exit explicitly. Without `process.exit`, an unanswered SQL statement or an unanswered export of traces would keep
    // the process alive.
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

/** Logs a warning for each weak secret of the cells. */
function warnOfWeakSecrets(log: Log, cells: readonly Pick<CellSettings, 'id' | 'weakSecrets'>[]): void {
  for (const { id: cell, weakSecrets } of cells)
    for (const { variable, reason } of weakSecrets) log.warn({ cell, variable, reason }, 'a secret is weak')
}

/** Runs the process until a stop signal. Returns false when the stop interrupted jobs or requests. */
async function serveUntilStopped(env: NodeJS.ProcessEnv): Promise<boolean> {
  const { values } = parseArgs({ options: { role: { type: 'string' }, cells: { type: 'string' } } })
  const { role, cells: work } = values
  const settings = { ...env, ...(role && { ROLE: role }), ...(work && { WORK_CELLS: work }) }
  const { config, secrets, weakSecrets } = readConfig(settings)
  const kit = await openKit(config, secrets)
  const stop = new AbortController()
  const sandbox = await openSandbox(kit)
  const cellSettings = readCells(settings)
  const workCells = readWorkCells(settings)
  const cells = await openCells(kit, cellSettings)
  const kits = cells?.list.map((cell) => cell.kit) ?? [kit]
  warnOfWeakSecrets(kit.log, [{ id: config.cell, weakSecrets }, ...cellSettings])
  await Promise.all(kits.map(openFileStore))
  const metrics = await serveMetrics(kit, cells)
  const isServing = config.role !== 'worker'
  const server = isServing ? await listen(kit, stop.signal, { sandbox, cells }) : undefined
  const callbacks = isServing ? await listenForCallbacks(kit, cells) : undefined
  const jobs = config.role === 'api' ? [] : startAllJobs(kit, cells, workCells)
  const sandboxJobs = config.role === 'api' ? undefined : sandbox?.startJobs()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  if (!server) kit.log.info({ role: config.role }, 'working')
  for (const one of kits) {
    void warnWithoutLimits(one)
    void warnWhileReturnsAreHeld(one)
  }

  await new Promise((resolve) => stop.signal.addEventListener('abort', resolve))
  kit.log.info({ running_jobs: runningJobs(kits) }, 'stopping')
  for (const { feedWaiters } of [...kits, ...(sandbox ? [sandbox.kit] : [])]) feedWaiters.stop()
  const times = { delayMs: config.drainDelayMs, totalMs: DRAIN_MS }
  const drained = Promise.all([server?.stop(times), callbacks?.stop(times)])
  const jobsEnded = Promise.all([...jobs.map((running) => running.stop()), sandboxJobs?.stop()])
  const ended = Promise.all([drained, jobsEnded]).then(() =>
    Promise.all([kit.requestLog.close(), sandbox?.kit.close(), cells?.close()]),
  )
  return endAll(kits, ended, metrics)
}

/**
 * Waits until requests and jobs have ended, and closes the connections. Cancels SQL statements that run too long. If
 * requests or jobs do not end in time, logs which jobs were interrupted and returns false.
 */
async function endAll(
  kits: readonly Kit[],
  ended: Promise<unknown>,
  metrics?: MetricsServer,
): Promise<boolean> {
  const [kit] = kits
  if (!kit) throw new Error('BUG: endAll: the process has no kit')
  const timer = new AbortController()
  for (const one of kits) void cancelStatements(one, timer.signal)
  const isEnded = await endsWithin(kit.clock, STOP_MS_MAX, ended)
  timer.abort(DONE)
  const interrupted = isEnded ? [] : runningJobs(kits)
  const isClosed = await endsWithin(kit.clock, CLOSE_MS_MAX, closeAll(kit, metrics))
  if (isEnded && isClosed) kit.log.info('stopped')
  else
    kit.log.error(
      { interrupted_jobs: interrupted },
      'stopped before all work had ended; later job runs repeat the interrupted work',
    )
  return isEnded && isClosed
}

const runningJobs = (kits: readonly Kit[]): string[] =>
  kits.flatMap(({ jobStates }) =>
    jobStates.list().flatMap(({ job, runningSince }) => (runningSince ? [job] : [])),
  )

/** Starts the jobs of the only cell, or the jobs of the cells in `workCells`. */
const startAllJobs = (kit: Kit, cells: Cells | undefined, workCells: readonly string[]): RunningJobs[] =>
  cells ? cells.list.filter(({ id }) => workCells.includes(id)).map(startCellJobs) : [startJobs(kit)]

async function closeAll(kit: Kit, metrics: MetricsServer | undefined): Promise<void> {
  await kit.close()
  await metrics?.close()
}

/** Cancels long SQL statements CANCEL_MS after the stop signal, unless `ended` is aborted before. */
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

/** Serves the requests of this process. @throws ConfigError when the port or the host cannot be used. */
export async function listen(kit: Kit, stopping: AbortSignal, parts: Parts = {}): Promise<Drain> {
  const server = createServer(makeApp(kit, await makeStaffRoutes(kit, parts), stopping, parts))
  const drain = new Drain(server, kit.clock)
  limitTimes(server)
  const { port, host } = kit.config
  const boundPort = await listenOn(server, { port, host, settings: { port: 'PORT', host: 'HOST' } })
  kit.log.info({ port: boundPort }, 'listening')
  return drain
}
