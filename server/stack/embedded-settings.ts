import { delimiter, join } from 'node:path'
import type { Ports } from './resolve-ports.ts'
import type { StackPaths } from './paths.ts'
import { joinLists, type Settings } from './settings.ts'

/** File of the inbox's certificate authority, which the webhook sender must trust. */
const INBOX_AUTHORITY = 'inbox-ca.pem'

/** Folder of the ledger's signed anchors, outside the database. */
const ANCHORS = 'ledger-anchors'

/** Folder of the encrypted files of disputes. */
const DISPUTE_FILES = 'dispute-files'

/** Settings that the environment cannot override while the database is embedded. */
const FIXED = [
  'DATABASE_URL',
  'CONSOLE_DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'SANDBOX_DATABASE_URL',
  'MIGRATION_SANDBOX_DATABASE_URL',
  'PORT',
  'METRICS_PORT',
  'EMBEDDED',
]

/**
 * Settings that are lists, with their separators. The demo needs its webhook receiver (the inbox) in these lists, so
 * the inbox is added to the environment's values.
 */
const LISTS = { WEBHOOK_ALLOW_PRIVATE: ',', WEBHOOK_CA_FILE: delimiter }

/** Returns every setting of a server with the embedded database and the simulator, by variable name. */
export function embeddedSettings(
  secrets: Settings,
  ports: Omit<Ports, 'metrics'>,
  paths: StackPaths,
): Settings {
  const network = `http://127.0.0.1:${ports.simulator}`
  return {
    ...secrets,
    EMBEDDED: '1',
    PORT: String(ports.server),
    PUBLIC_URL: `http://127.0.0.1:${ports.server}`,
    CONSOLE_DIR: paths.console,
    PIX_BASE_URL: `${network}/api/v2`,
    PIX_TOKEN_URL: `${network}/oauth/token`,
    WEBHOOK_ALLOW_PRIVATE: `localhost:${ports.inbox},127.0.0.1:${ports.inbox}`,
    WEBHOOK_CA_FILE: join(paths.dataDir, INBOX_AUTHORITY),
    LEDGER_ANCHOR_DIR: join(paths.dataDir, ANCHORS),
    DISPUTE_FILES_DIR: join(paths.dataDir, DISPUTE_FILES),
  }
}

/**
 * Merges `own` settings with the environment. The environment takes precedence, but cannot change FIXED settings and
 * only adds to LISTS.
 */
export function withEnvironment(own: Settings, environment: Settings): Settings {
  const fixed = Object.fromEntries(Object.entries(own).filter(([name]) => FIXED.includes(name)))
  const lists = Object.entries(LISTS).map(([name, separator]) => [
    name,
    joinLists(environment[name], own[name], separator),
  ])
  return { ...own, ...environment, ...fixed, ...Object.fromEntries(lists) }
}

/** Returns the server's settings, without the credentials of the owner and the superuser of the database. */
export function serverSettings(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !isForOwner(name)))
}

const isForOwner = (name: string): boolean =>
  name.startsWith('EMBEDDED_PG_') || /^MIGRATION_(SANDBOX_)?DATABASE_URL(_FILE)?$/.test(name)

/** Returns the settings of the simulator's process, in addition to the environment. */
export function simulatorSettings(
  settings: Settings,
  ports: Omit<Ports, 'metrics'>,
  paths: StackPaths,
): Settings {
  return {
    SIMULATOR_PORT: String(ports.simulator),
    INBOX_PORT: String(ports.inbox),
    DATA_DIR: paths.dataDir,
    SIMULATOR_CLIENT_ID: settings['PIX_CLIENT_ID'] ?? '',
    SIMULATOR_CLIENT_SECRET: settings['PIX_CLIENT_SECRET'] ?? '',
  }
}
