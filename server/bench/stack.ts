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
import { startPaidList, type PaidList } from './load/paid-list.ts'
import { startReceiver, type Receiver } from './load/receiver.ts'
import { startProgram, type Program } from './program.ts'

/** What all cases of a run share. The servers belong to a `Site`. */
export interface Stack {
  dataDir: string
  /** Where CPU profiles of the servers go; undefined: none are made. */
  profileDir: string | undefined
  postgres: RunningPostgres
  simulator: Program
  /** Every program that runs, the servers of all sites included. */
  programs: Set<Program>
  paidList: PaidList
  receiver: Receiver
  /** Settings of a server, all but its database and its port. */
  settings: Settings
  /** The compiled server. */
  main: string
  stop(): Promise<void>
}

/** The log file of a program of that name. */
export const logOf = (dataDir: string, name: string): string =>
  join(dataDir, 'logs', `${name.replaceAll(' ', '-')}.log`)

/**
 * Boots PostgreSQL (fsync on) on the cluster in `dataDir`, the simulated PSP, and in this process the receiver of
 * webhooks. A folder that an earlier run kept is used again.
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
  const paidList = await startPaidList()
  // Hourly anchors belong to one database, and every case has its own.
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
    paidList,
    receiver,
    settings,
    main,
    async stop() {
      await Promise.all(Array.from(programs, (program) => program.stop()))
      await receiver.stop()
      await paidList.stop()
      await stack.postgres.stop()
    },
  }
  return stack
}

/** Starts PostgreSQL on the cluster in `dataDir`, on `port` or a free one. */
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
  // A load that was interrupted left settings that no measurement may have.
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

/** A plain connection, int8 as bigint. */
export async function connect(url: string): Promise<Client> {
  const overrides = new TypeOverrides()
  overrides.setTypeParser(types.builtins.INT8, BigInt)
  const client = new Client({ connectionString: url, types: overrides })
  // Its queries fail when the database goes away; without a listener the event would end this process.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
