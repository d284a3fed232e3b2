import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { systemClock } from '../src/kernel/clock.ts'
import type { Ids } from '../src/kernel/ids.ts'
import type { Passwords } from './postgres-cluster.ts'

/** Environment variables by name. */
export type Settings = Record<string, string>

/** Options of the stack itself, from the environment. */
export interface StackOptions {
  port: number
  simulatorPort: number
  inboxPort: number
  postgresPort: number
  /** The port of the metrics. If undefined, the stack uses 9464, or a free port if 9464 is in use. */
  metricsPort: number | undefined
  dataDir: string
  /** Whether the stack runs its own database and simulator. */
  embedded: boolean
}

const port = z.coerce.number().int().min(0).max(65_535)
const Options = z.object({
  PORT: port.default(3000),
  SIMULATOR_PORT: port.default(3001),
  INBOX_PORT: port.default(3002),
  EMBEDDED_PG_PORT: port.default(54_329),
  METRICS_PORT: port.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z.string().optional(),
  DATABASE_URL_FILE: z.string().optional(),
})

/** Thrown when a setting of the stack is malformed. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/**
 * Reads the environment. An empty variable counts as absent.
 * @throws SettingsError that names every malformed variable, without values.
 */
export function readOptions(environment: Record<string, string | undefined>): StackOptions {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const { data, error } = Options.safeParse(set)
  if (!data) {
    throw new SettingsError(
      error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`).join('\n'),
    )
  }
  return {
    port: data.PORT,
    simulatorPort: data.SIMULATOR_PORT,
    inboxPort: data.INBOX_PORT,
    postgresPort: data.EMBEDDED_PG_PORT,
    metricsPort: data.METRICS_PORT,
    dataDir: data.DATA_DIR,
    embedded: data.DATABASE_URL === undefined && data.DATABASE_URL_FILE === undefined,
  }
}

const SETTINGS_FILE = 'settings.json'
const SavedSettings = z.record(z.string(), z.string())

/** Reads the settings that an earlier start saved in `dataDir`; empty at the first start. */
export function readSavedSettings(dataDir: string): Settings {
  try {
    return SavedSettings.parse(JSON.parse(readFileSync(join(dataDir, SETTINGS_FILE), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw new SettingsError(`${join(dataDir, SETTINGS_FILE)} cannot be read: ${String(error)}`)
  }
}

/**
 * Saves the settings for the next start and for the command line. Only the owner of the file can read the settings.
 */
export function saveSettings(dataDir: string, settings: Settings): void {
  writePrivateFile(join(dataDir, SETTINGS_FILE), settings)
}

/** Writes `content` as JSON atomically. Only the owner of the file can read the content. */
export function writePrivateFile(file: string, content: unknown): void {
  const fresh = `${file}.${process.pid}`
  writeFileSync(fresh, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  renameSync(fresh, file)
}

/** Returns the secrets of an embedded stack. Generates the secrets that are not in `saved`. */
export function completeSecrets(saved: Settings, ids: Ids): Settings {
  const secret = (): string => ids.bytes(32).toString('base64url')
  const fresh: Settings = {
    EMBEDDED_PG_SUPERUSER_PASSWORD: secret(),
    EMBEDDED_PG_OWNER_PASSWORD: secret(),
    EMBEDDED_PG_APPLICATION_PASSWORD: secret(),
    EMBEDDED_PG_CONSOLE_PASSWORD: secret(),
    ENCRYPTION_KEYS: `first:${ids.bytes(32).toString('base64')}`,
    CURSOR_SECRET: secret(),
    FINGERPRINT_SECRET: secret(),
    PIX_KEY: ids.uuid(systemClock.now()),
    PIX_CLIENT_ID: `demo-${ids.bytes(6).toString('hex')}`,
    PIX_CLIENT_SECRET: secret(),
    PIX_CALLBACK_SECRET: secret(),
  }
  return Object.fromEntries(Object.entries(fresh).map(([name, value]) => [name, saved[name] ?? value]))
}

/** Returns the passwords of the database roles from the secrets. */
export function passwordsOf(secrets: Settings): Passwords {
  return {
    superuser: secrets['EMBEDDED_PG_SUPERUSER_PASSWORD'] ?? '',
    owner: secrets['EMBEDDED_PG_OWNER_PASSWORD'] ?? '',
    application: secrets['EMBEDDED_PG_APPLICATION_PASSWORD'] ?? '',
    console: secrets['EMBEDDED_PG_CONSOLE_PASSWORD'] ?? '',
  }
}

/** Joins two lists and removes duplicates. */
export function joinLists(first: string | undefined, second: string | undefined, separator: string): string {
  const values = [first, second].flatMap((list) => (list ?? '').split(separator))
  return Array.from(new Set(values.map((value) => value.trim()).filter(Boolean))).join(separator)
}
