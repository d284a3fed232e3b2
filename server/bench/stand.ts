import { chmodSync, createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client, TypeOverrides, types } from 'pg'
import { migrateDatabase } from '../src/database.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { clusterFolder, dropStalePid } from '../stack/cluster-place.ts'
import { embeddedSettings, serverSettings, simulatorSettings } from '../stack/embedded-settings.ts'
import { findPlaces } from '../stack/places.ts'
import { freePort } from '../stack/ports.ts'
import { startPostgres, type RunningPostgres } from '../stack/postgres.ts'
import { keep, passwordsOf, readKept, secretsOf, type Settings } from '../stack/settings.ts'
import { startProgram, type Program } from './program.ts'
import { LoadGenerator } from './load-generator.ts'

export type Role = 'api' | 'worker' | 'all'

/** The whole stack, each part a process of its own, as it runs in production but for the simulated network. */
export interface Stand {
  origin: string
  callbackUrl: string
  settings: Settings
  postgres: RunningPostgres
  /** A connection of the owner's role: int8 as bigint. */
  owner: Client
  load: LoadGenerator
  /** Running processes by name. */
  programs: Map<string, Program>
  receiverPort: number
  deadPort: number
  dataDir: string
  /** Starts a server process of that role: on the stand's own database, or on another. */
  startServer(role: Role, on?: OtherDatabase): Promise<void>
  /** Stops it by its name among the programs. */
  stopServer(name: string): Promise<void>
  stop(): Promise<void>
}

/** A database beside the stand's own, and the settings of a server on it. */
export interface OtherDatabase {
  label: string
  settings: Settings
}

export interface StandOptions {
  /** Kept when it is there already, with whatever it holds. */
  dataDir: string
  /** Where CPU profiles of the server's processes go; absent: none are made. */
  profileDir?: string | undefined
}

const DATABASE = 'pix'
const READY: Record<Role, string> = { api: 'listening', all: 'listening', worker: 'working' }

/** Boots database (fsync on), simulator and load generator; the server's roles are started by those who need them. */
export async function startStand({ dataDir, profileDir }: StandOptions): Promise<Stand> {
  mkdirSync(join(dataDir, 'logs'), { recursive: true })
  chmodSync(dataDir, 0o711)
  const places = findPlaces(dataDir)
  const secrets = secretsOf(readKept(dataDir), systemIds)
  keep(dataDir, secrets)
  const postgres = await startDatabase(dataDir, secrets, logOf(dataDir, 'postgres'))
  const urls = {
    DATABASE_URL: postgres.applicationUrl(DATABASE),
    MIGRATION_DATABASE_URL: postgres.ownerUrl(DATABASE),
  }
  await migrateDatabase(urls.MIGRATION_DATABASE_URL)
  const [server, simulator, inbox, receiverPort, deadPort] = await freePorts()
  const ports = { server, simulator, inbox, postgres: postgres.port }
  const settings: Settings = {
    ...embeddedSettings({ ...secrets, ...urls }, ports, places),
    DEV_MODE: '1',
    WEBHOOK_ALLOW_PRIVATE: `localhost:${receiverPort},localhost:${deadPort}`,
  }
  const network = await startProgram({
    name: 'simulator',
    args: [places.program('simulator/main.js')],
    env: { ...simulatorSettings(settings, ports, places), SIMULATOR_STATE: 'memory' },
    logFile: logOf(dataDir, 'simulator'),
    readyMessage: 'listening',
  })
  const generator = await startProgram({
    name: 'load generator',
    args: [places.program('bench/load/main.js')],
    env: { DATA_DIR: dataDir, RECEIVER_PORT: String(receiverPort), DEAD_PORT: String(deadPort) },
    logFile: logOf(dataDir, 'load'),
    readyMessage: 'listening',
    ipc: true,
  })
  const owner = await connect(urls.MIGRATION_DATABASE_URL)
  const programs = new Map([network, generator].map((program) => [program.name, program]))
  const servers = serversOf({ programs, settings, dataDir, profileDir, main: places.program('src/main.js') })
  return {
    origin: `http://127.0.0.1:${server}`,
    callbackUrl: `http://127.0.0.1:${server}/network/${settings['PIX_CALLBACK_SECRET']}/pix`,
    settings,
    postgres,
    owner,
    load: new LoadGenerator(generator.child),
    programs,
    receiverPort,
    deadPort,
    dataDir,
    ...servers,
    async stop() {
      for (const name of serversIn(programs)) await servers.stopServer(name)
      await owner.end()
      for (const program of programs.values()) await program.stop()
      await postgres.stop()
    },
  }
}

const logOf = (dataDir: string, name: string): string => join(dataDir, 'logs', `${name}.log`)

interface Servers {
  programs: Map<string, Program>
  settings: Settings
  dataDir: string
  profileDir: string | undefined
  main: string
}

function serversOf({ programs, settings, dataDir, profileDir, main }: Servers) {
  const profiling = profileDir ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : []
  return {
    async startServer(role: Role, on?: OtherDatabase): Promise<void> {
      const name = on ? `server ${role} ${on.label}` : `server ${role}`
      const started = await startProgram({
        name,
        args: [...profiling, main, `--role=${role}`],
        env: serverSettings(on?.settings ?? settings),
        logFile: logOf(dataDir, name.replaceAll(' ', '-')),
        readyMessage: READY[role],
      })
      programs.set(name, started)
    },
    async stopServer(name: string): Promise<void> {
      await programs.get(name)?.stop()
      programs.delete(name)
    },
  }
}

/** The names of the servers that run. */
export const serversIn = (programs: Map<string, Program>): string[] =>
  Array.from(programs.keys()).filter((name) => name.startsWith('server '))

async function startDatabase(dataDir: string, secrets: Settings, logPath: string): Promise<RunningPostgres> {
  const folder = clusterFolder(dataDir)
  dropStalePid(folder)
  const log = createWriteStream(logPath, { flags: 'a' })
  const postgres = await startPostgres({
    dataDir: folder,
    port: 0,
    passwords: passwordsOf(secrets),
    log: (line) => log.write(`${line}\n`),
  })
  await postgres.createDatabase(DATABASE)
  return postgres
}

async function freePorts(): Promise<[number, number, number, number, number]> {
  return [await freePort(), await freePort(), await freePort(), await freePort(), await freePort()]
}

/** A plain connection, with int8 as bigint. */
export async function connect(url: string): Promise<Client> {
  const overrides = new TypeOverrides()
  overrides.setTypeParser(types.builtins.INT8, BigInt)
  const client = new Client({ connectionString: url, types: overrides })
  await client.connect()
  return client
}

/** Waits until `holds` does, asking ever again. @throws after `timeoutMs`. */
export async function until(what: string, timeoutMs: number, holds: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < timeoutMs; waited += 50) {
    if (await holds()) return
    await systemClock.sleep(50)
  }
  throw new Error(`bench: ${what} did not happen in ${timeoutMs / 1000} s`)
}
