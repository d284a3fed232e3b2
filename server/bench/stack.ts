import { spawn } from 'node:child_process'
import { chmodSync, closeSync, createWriteStream, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, TypeOverrides, types } from 'pg'
import { systemClock } from '../src/kernel/clock.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { clusterFolder, deleteStalePidFile } from '../stack/cluster-folder.ts'
import { embeddedSettings, simulatorSettings } from '../stack/embedded-settings.ts'
import { killWithParent } from '../stack/kill-with-parent.ts'
import { findPaths } from '../stack/paths.ts'
import { findFreePort } from '../stack/ports.ts'
import { startPostgres, type RunningPostgres } from '../stack/postgres.ts'
import * as saved from '../stack/settings.ts'
import { startPspLists, type PspLists } from './load/psp-lists.ts'
import { startReceiver, type Receiver } from './load/receiver.ts'

/** A running process of the stack. */
export interface Program {
  pid: number
  /** Resolves with the exit code when the program has ended; null after a signal. */
  exited: Promise<number | null>
  /** Sends SIGTERM and waits for the exit; sends SIGKILL after 15 s. */
  stop(): Promise<void>
}

/** The programs that all cases of a run share. The servers belong to a `Deployment`. */
export interface Stack {
  dataDir: string
  postgres: RunningPostgres
  simulator: Program
  pspLists: PspLists
  receiver: Receiver
  /** The settings of a server, except for database and port. */
  settings: saved.Settings
  /** Starts a compiled program. @throws Error when the program does not log within 60 s that it is ready. */
  start(name: string, args: string[], env: saved.Settings): Promise<Program>
  /** Stops every program, including the servers of all deployments. */
  stop(): Promise<void>
}

/**
 * The settings that `docs/deploying.md` recommends for PostgreSQL on a machine with 8 GiB of memory. The defaults of
 * PostgreSQL fit a machine with little memory: they cause a checkpoint for each GiB of WAL.
 */
const POSTGRES_SETTINGS = {
  shared_buffers: '2GB',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
}

const STOP_TIMEOUT_MS = 15_000
const READY_TIMEOUT_MS = 60_000
const IS_READY = /"msg":"(listening|working)"/

/**
 * Starts PostgreSQL (fsync on) with the cluster in `dataDir`, and the simulated PSP. The webhook receiver and the lists
 * of the PSP run in this process. Reuses the databases that an earlier run kept in `dataDir`. `more` contains
 * additional settings for the servers.
 */
export async function startStack(dataDir: string, more: saved.Settings = {}): Promise<Stack> {
  mkdirSync(join(dataDir, 'logs'), { recursive: true })
  chmodSync(dataDir, 0o711)
  const paths = findPaths(dataDir)
  const secrets = saved.completeSecrets(saved.readSavedSettings(dataDir), systemIds)
  saved.saveSettings(dataDir, secrets)
  const postgres = await startDatabase(dataDir, secrets)
  const [server, simulator, inbox] = [await findFreePort(), await findFreePort(), await findFreePort()]
  const ports = { server, simulator, inbox, postgres: postgres.port }
  const receiver = await startReceiver(dataDir)
  const pspLists = await startPspLists()
  // The servers write no hourly ledger anchors, because the anchors of one file belong to one database, and each case
  // uses another database.
  const { LEDGER_ANCHOR_DIR: _, ...own } = embeddedSettings(secrets, ports, paths)
  const receivers = `localhost:${receiver.port},localhost:${receiver.silentPort}`
  const settings = { ...own, DEV_MODE: '1', WEBHOOK_ALLOW_PRIVATE: receivers, ...more }
  const programs: Program[] = []
  const start: Stack['start'] = async (name, args, env) => {
    const program = await startProgram(logOf(dataDir, name), args, env)
    programs.push(program)
    return program
  }
  const stack: Stack = {
    dataDir,
    postgres,
    pspLists,
    receiver,
    settings,
    start,
    simulator: await start('simulator', [paths.program('simulator/main.js')], {
      ...simulatorSettings(settings, ports, paths),
      SIMULATOR_STATE: 'memory',
    }),
    async stop() {
      await Promise.all(programs.map((program) => program.stop()))
      await receiver.stop()
      await pspLists.stop()
      await stack.postgres.stop()
    },
  }
  return stack
}

const logOf = (dataDir: string, name: string): string =>
  join(dataDir, 'logs', `${name.replaceAll(' ', '-')}.log`)

async function startProgram(logFile: string, args: string[], env: saved.Settings): Promise<Program> {
  // The program itself writes to the file, so that no other process spends time on its output.
  const file = openSync(logFile, 'w')
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', file, file] })
  closeSync(file)
  killWithParent(child, 'TERM')
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const { pid } = child
  if (pid === undefined) throw new Error(`bench: ${args.join(' ')} did not start`)
  await until(`readiness in ${logFile}`, READY_TIMEOUT_MS, () => {
    const output = readFileSync(logFile, 'utf8')
    if (child.exitCode === null) return IS_READY.test(output)
    throw new Error(
      `bench: ${logFile}: the program exited with code ${child.exitCode}. Its last output:\n${output.slice(-2_000)}`,
    )
  })
  return {
    pid,
    exited,
    async stop() {
      child.kill('SIGTERM')
      const timeout = new AbortController()
      await Promise.race([exited, systemClock.sleep(STOP_TIMEOUT_MS, timeout.signal)])
      timeout.abort()
      child.kill('SIGKILL')
    },
  }
}

/** Starts PostgreSQL with the cluster in `dataDir`, on `port`, or on a free port if `port` is 0. */
export async function startDatabase(
  dataDir: string,
  secrets: saved.Settings,
  port = 0,
): Promise<RunningPostgres> {
  const folder = clusterFolder(dataDir)
  deleteStalePidFile(folder)
  const file = createWriteStream(logOf(dataDir, 'postgres'), { flags: 'a' })
  const log = (line: string): void => void file.write(`${line}\n`)
  const passwords = saved.passwordsOf(secrets)
  const postgres = await startPostgres({ dataDir: folder, port, passwords, log, settings: POSTGRES_SETTINGS })
  // Resets settings that an interrupted load of the data set may have left, because they would distort measurements.
  await asSuperuser(postgres, 'alter system reset all', 'select pg_reload_conf()')
  return postgres
}

/** Runs SQL statements as the superuser of PostgreSQL. */
export async function asSuperuser({ superuserUrl }: RunningPostgres, ...statements: string[]): Promise<void> {
  const client = await connect(superuserUrl)
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Opens a connection that reads int8 as bigint. */
export async function connect(url: string): Promise<Client> {
  const overrides = new TypeOverrides()
  overrides.setTypeParser(types.builtins.INT8, BigInt)
  const client = new Client({ connectionString: url, types: overrides })
  // Without this listener, a lost connection would end this process with an error event. Queries on the lost connection
  // reject.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Waits until `condition` returns true; checks it every 50 ms. @throws Error after `timeoutMs`. */
export async function until(
  what: string,
  timeoutMs: number,
  condition: () => Promise<boolean> | boolean,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 50) {
    if (await condition()) return
    await systemClock.sleep(50)
  }
  throw new Error(`bench: timed out after ${timeoutMs / 1000} s waiting for ${what}`)
}
