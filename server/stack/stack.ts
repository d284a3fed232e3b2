import { createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../src/kernel/clock.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { resolvePorts, type Ports } from './resolve-ports.ts'
import { ChildError, startChild, type Child } from './child.ts'
import { clusterFolder, deleteStalePidFile } from './cluster-folder.ts'
import { createCommandLine, type CommandLineProcess } from './command-line.ts'
import { embeddedSettings, serverSettings, simulatorSettings, withEnvironment } from './embedded-settings.ts'
import { acquireLock, type Lock } from './lock.ts'
import { logFile, type StackPaths } from './paths.ts'
import { startPostgres, type RunningPostgres } from './postgres.ts'
import { deleteProgress } from './seed/progress.ts'
import {
  saveSettings,
  passwordsOf,
  readSavedSettings,
  completeSecrets,
  type Settings,
  type StackOptions,
} from './settings.ts'

/** Options and callbacks for the start of the stack. */
export interface StartOptions {
  options: StackOptions
  paths: StackPaths
  environment: Settings
  /** This signal is aborted when the start of the stack is aborted. */
  signal: AbortSignal
  /** Called with the stop function of each part once the part runs. Call the stop functions in reverse order. */
  onStop: (stop: () => Promise<void>) => void
  /** Called when a part ends unexpectedly, with a sentence that names the part and its log file. */
  onExit: (why: string) => void
  /** Prints a line to the terminal. */
  print: (line: string) => void
}

/** A running stack with the embedded database. */
export interface EmbeddedStack {
  ports: Ports
  settings: Settings
  cli: CommandLineProcess
}

const GRACE_MS = { server: 6_500, simulator: 1_200 }
const READY_TIMEOUT_MS = 30_000
const READY_POLL_MS = 50
const DATABASE = 'pix'
const SANDBOX_DATABASE = 'pix_sandbox'

/**
 * Starts the database first. Then migrates the database and, at the same time, starts the simulator. Starts the server
 * last.
 */
export async function startEmbedded(startOptions: StartOptions): Promise<EmbeddedStack> {
  const { options, paths, environment, print } = startOptions
  const lock = await acquireLock(paths.dataDir)
  startOptions.onStop(async () => lock.release())
  const secrets = completeSecrets(readSavedSettings(paths.dataDir), systemIds)
  const requested = await resolvePorts(options)

  print('Starting the database')
  const postgres = await startDatabase(startOptions, lock, {
    port: options.postgresPort && requested.postgres,
    secrets,
  })
  await postgres.createDatabase(DATABASE)
  await postgres.createDatabase(SANDBOX_DATABASE)
  const ports = { ...requested, postgres: postgres.port }
  const urls = {
    DATABASE_URL: postgres.applicationUrl(DATABASE),
    CONSOLE_DATABASE_URL: postgres.consoleUrl(DATABASE),
    MIGRATION_DATABASE_URL: postgres.ownerUrl(DATABASE),
    SANDBOX_DATABASE_URL: postgres.applicationUrl(SANDBOX_DATABASE),
    MIGRATION_SANDBOX_DATABASE_URL: postgres.ownerUrl(SANDBOX_DATABASE),
  }
  const own = {
    ...embeddedSettings({ ...secrets, ...urls }, ports, paths),
    METRICS_PORT: String(ports.metrics),
  }
  const settings = withEnvironment(own, environment)
  saveSettings(
    paths.dataDir,
    Object.fromEntries(Object.keys(own).map((name) => [name, settings[name] ?? ''])),
  )
  const cli = createCommandLine(paths, settings, startOptions.signal)

  print('Starting the Pix network simulator')
  const simulator = { ...environment, ...simulatorSettings(settings, ports, paths) }
  await Promise.all([
    cli.run(['migrate']),
    start(startOptions, 'simulator', { args: [paths.program('simulator/main.js')], env: simulator, lock }),
  ])
  print('Starting the server')
  await startServer(startOptions, settings, lock)
  return { ports, settings, cli }
}

/**
 * Limits V8's young generation. Without the limit, the young generation grows to a hundred megabytes during the
 * start, and the server never uses all of this memory again.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=8']

/** Starts only the server, with the database and the PSP that the environment names. */
export async function startServer(
  startOptions: StartOptions,
  settings: Settings,
  lock?: Lock,
): Promise<void> {
  const { paths } = startOptions
  const env = { CONSOLE_DIR: paths.console, ...serverSettings(settings) }
  const args = [...SERVER_FLAGS, paths.program('src/main.js'), `--role=${settings['ROLE'] ?? 'all'}`]
  await start(startOptions, 'server', { args, env, ...(lock ? { lock } : {}) })
  await untilReady(`http://127.0.0.1:${settings['PORT']}/readyz`, startOptions.signal)
}

async function startDatabase(
  startOptions: StartOptions,
  lock: Lock,
  { port, secrets }: { port: number; secrets: Settings },
): Promise<RunningPostgres> {
  const { paths } = startOptions
  const folder = clusterFolder(paths.dataDir)
  const isNew = !existsSync(join(folder, 'PG_VERSION'))
  if (isNew) deleteProgress(paths.dataDir)
  else deleteStalePidFile(folder)

  const logPath = logFile(paths, 'postgres')
  const log = createWriteStream(logPath, { flags: 'a' })
  const postgres = await startPostgres({
    dataDir: folder,
    port,
    passwords: passwordsOf(secrets),
    log: (line) => log.write(`${line}\n`),
  })
  lock.add('postgres', postgres.pid)
  startOptions.onStop(() => postgres.stop())
  void postgres.exited.then(() => startOptions.onExit(`The database ended unexpectedly. Its log: ${logPath}`))
  return postgres
}

async function start(
  startOptions: StartOptions,
  name: keyof typeof GRACE_MS,
  { args, env, lock }: { args: string[]; env: Settings; lock?: Lock },
): Promise<Child> {
  const { paths, print, signal } = startOptions
  const child = await startChild({
    name,
    args,
    env,
    cwd: paths.root,
    logFile: logFile(paths, name),
    onError: print,
    signal,
  })
  lock?.add(name, child.pid)
  startOptions.onStop(() => child.stop(GRACE_MS[name]))
  void child.exited.then(startOptions.onExit)
  return child
}

async function untilReady(url: string, signal: AbortSignal): Promise<void> {
  for (let waited = 0; waited < READY_TIMEOUT_MS; waited += READY_POLL_MS) {
    const answer = await fetch(url, { signal }).catch(() => undefined)
    if (answer?.ok) return
    signal.throwIfAborted()
    await systemClock.sleep(READY_POLL_MS, signal)
  }
  throw new ChildError(
    `The server listens, but ${url} did not answer 200 within ${READY_TIMEOUT_MS / 1000} s.`,
  )
}
