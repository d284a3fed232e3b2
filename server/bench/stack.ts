import { chmodSync, createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client, TypeOverrides, types } from 'pg'
import { systemIds } from '../src/kernel/ids.ts'
import { clusterFolder, deleteStalePidFile } from '../stack/cluster-folder.ts'
import { embeddedSettings, simulatorSettings } from '../stack/embedded-settings.ts'
import { findPaths } from '../stack/paths.ts'
import { findFreePort } from '../stack/ports.ts'
import { startPostgres, type RunningPostgres } from '../stack/postgres.ts'
import {
  saveSettings,
  passwordsOf,
  readSavedSettings,
  completeSecrets,
  type Settings,
} from '../stack/settings.ts'
import { startPspLists, type PspLists } from './load/psp-lists.ts'
import { startReceiver, type Receiver } from './load/receiver.ts'
import { startProgram, type Program } from './program.ts'

/** The programs that all cases of a run share. The servers belong to a `Deployment`. */
export interface Stack {
  dataDir: string
  /** Folder for CPU profiles of the servers; undefined for none. */
  profileDir: string | undefined
  postgres: RunningPostgres
  simulator: Program
  /** Every running program, including the servers of all deployments. */
  programs: Set<Program>
  pspLists: PspLists
  receiver: Receiver
  /** Settings of a server, without database and port. */
  settings: Settings
  /** Path of the compiled server. */
  main: string
  stop(): Promise<void>
}

/** Returns the path of a program's log file. */
export const logOf = (dataDir: string, name: string): string =>
  join(dataDir, 'logs', `${name.replaceAll(' ', '-')}.log`)

/**
 * Starts PostgreSQL (fsync on) with the cluster in `dataDir`, and the simulated PSP. The webhook receiver and the lists
 * of the PSP run in this process. Reuses the databases that an earlier run kept in `dataDir`.
 */
export async function startStack(dataDir: string, profileDir?: string): Promise<Stack> {
  mkdirSync(join(dataDir, 'logs'), { recursive: true })
  chmodSync(dataDir, 0o711)
  const places = findPaths(dataDir)
  const secrets = completeSecrets(readSavedSettings(dataDir), systemIds)
  saveSettings(dataDir, secrets)
  const postgres = await startDatabase(dataDir, secrets)
  const ports = {
    server: await findFreePort(),
    simulator: await findFreePort(),
    inbox: await findFreePort(),
    postgres: postgres.port,
  }
  const receiver = await startReceiver(dataDir)
  const pspLists = await startPspLists()
  // No hourly anchors: they belong to one database, and every case has a different one.
  const { LEDGER_ANCHOR_DIR: _, ...own } = embeddedSettings(secrets, ports, places)
  const receivers = `localhost:${receiver.port},localhost:${receiver.silentPort}`
  const settings = { ...own, DEV_MODE: '1', WEBHOOK_ALLOW_PRIVATE: receivers }
  const simulator = await startProgram({
    name: 'simulator',
    args: [places.program('simulator/main.js')],
    env: { ...simulatorSettings(settings, ports, places), SIMULATOR_STATE: 'memory' },
    logFile: logOf(dataDir, 'simulator'),
    readyMessage: 'listening',
  })
  const main = places.program('src/main.js')
  const programs = new Set([simulator])
  const stack: Stack = {
    dataDir,
    profileDir,
    postgres,
    simulator,
    programs,
    pspLists,
    receiver,
    settings,
    main,
    async stop() {
      await Promise.all(Array.from(programs, (program) => program.stop()))
      await receiver.stop()
      await pspLists.stop()
      await stack.postgres.stop()
    },
  }
  return stack
}

/** Starts PostgreSQL with the cluster in `dataDir`, on `port`, or on a free port if it is 0. */
export async function startDatabase(dataDir: string, secrets: Settings, port = 0): Promise<RunningPostgres> {
  const folder = clusterFolder(dataDir)
  deleteStalePidFile(folder)
  const log = createWriteStream(logOf(dataDir, 'postgres'), { flags: 'a' })
  const postgres = await startPostgres({
    dataDir: folder,
    port,
    passwords: passwordsOf(secrets),
    log: (line) => log.write(`${line}\n`),
  })
  // An interrupted load of the data set leaves settings that would distort measurements.
  await asSuperuser(postgres, 'alter system reset all', 'select pg_reload_conf()')
  return postgres
}

/** Runs statements as the superuser. */
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
  // Without a listener, the error event of a lost connection would end this process. Its queries fail anyway.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
