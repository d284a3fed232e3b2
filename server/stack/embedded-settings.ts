import { delimiter, join } from 'node:path'
import type { Ports } from './resolve-ports.ts'
import type { StackPaths } from './paths.ts'
import { joinLists, type Settings } from './settings.ts'

/** Where the simulator keeps its inbox's certificate authority, for receivers of webhooks to be trusted. */
const INBOX_AUTHORITY = 'inbox-ca.pem'

/** Signed anchors of the ledger: beside the database, and not in it. */
const ANCHORS = 'ledger-anchors'

/** What the environment cannot change as long as the database is the embedded one. */
const FIXED = ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'PORT', 'EMBEDDED']

/** Lists and their separators: the demo inbox is added to what the environment gives, because the demo needs it. */
const LISTS = { WEBHOOK_ALLOW_PRIVATE: ',', WEBHOOK_CA_FILE: delimiter }

/** Every setting of a server on the embedded database and the simulated network, by the name of its variable. */
export function embeddedSettings(secrets: Settings, ports: Ports, paths: StackPaths): Settings {
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
  }
}

/** Merges both: the environment wins, but cannot change FIXED settings and only adds to LISTS. */
export function withEnvironment(own: Settings, environment: Settings): Settings {
  const fixed = Object.fromEntries(Object.entries(own).filter(([name]) => FIXED.includes(name)))
  const lists = Object.entries(LISTS).map(([name, separator]) => [
    name,
    joinLists(environment[name], own[name], separator),
  ])
  return { ...own, ...environment, ...fixed, ...Object.fromEntries(lists) }
}

/** What the server is told: nothing that would let it be more than the application role in the database. */
export function serverSettings(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !isForOwner(name)))
}

const isForOwner = (name: string): boolean =>
  name.startsWith('EMBEDDED_PG_') || name === 'MIGRATION_DATABASE_URL'

/** What the simulator's process is told, beside the environment that everything runs in. */
export function simulatorSettings(settings: Settings, ports: Ports, paths: StackPaths): Settings {
  return {
    SIMULATOR_PORT: String(ports.simulator),
    INBOX_PORT: String(ports.inbox),
    DATA_DIR: paths.dataDir,
    SIMULATOR_CLIENT_ID: settings['PIX_CLIENT_ID'] ?? '',
    SIMULATOR_CLIENT_SECRET: settings['PIX_CLIENT_SECRET'] ?? '',
  }
}
