import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { MAIN_CELL, readConfig, readMigrationUrl, type Config, type Secrets } from './config.ts'
import { ConfigError, invalidSettings, parseVariables } from './parse-variables.ts'
import { readSecretFiles, SECRET_VARIABLES, type Environment, type NameOf } from './secret-files.ts'
import type { WeakSecret } from './weak-secrets.ts'

/**
 * The form of the id of a cell. An id contains no `_` and no `-`, so that a prefix such as `CELL_A_` is never the start
 * of the prefix of another cell.
 */
const CELL_ID = /^[a-z][a-z0-9]{0,19}$/

/** The settings of a cell's receiving account `default`. A cell inherits none of these settings from `main`. */
const PIX_NAMES = [
  'PIX_PROFILE',
  'PIX_ENVIRONMENT',
  'PIX_BASE_URL',
  'PIX_TOKEN_URL',
  'PIX_CERT_FILE',
  'PIX_KEY_FILE',
  'PIX_CA_FILE',
  'PIX_KEY',
  'PIX_CLIENT_ID',
  'PIX_CLIENT_SECRET',
  'PIX_APP_KEY',
  'PIX_CALLBACK_SECRET',
  'PIX_CALLBACK_SECRET_PREVIOUS',
] as const

const DATABASE_NAMES = ['DATABASE_URL', 'CONSOLE_DATABASE_URL', 'MIGRATION_DATABASE_URL'] as const

/**
 * The names, without the prefix of the cell, of the settings that apply only to the cell that sets them. No other cell
 * uses the value that `main` has for such a setting.
 */
const OWN_NAMES = [...DATABASE_NAMES, ...PIX_NAMES, 'LEDGER_ANCHOR_DIR'] as const

/**
 * The settings for which the value of `main` applies to a cell without an own value. Every setting that is in neither
 * list has the same value in all cells.
 */
const INHERITED_NAMES = ['DATABASE_POOL_SIZE'] as const

/** The settings of a cell other than `main`. */
export interface CellSettings {
  id: string
  config: Config
  secrets: Secrets
  weakSecrets: WeakSecret[]
  /** False if the settings give no connection of the receiving account `default`. */
  hasDefaultAccount: boolean
}

const CELLS = z.object({ CELLS: z.string().default(''), WORK_CELLS: z.string().default('') })

/** Returns the ids of the cells in the setting `CELLS`, without `main`. @throws ConfigError */
export function readCellIds(environment: Environment): string[] {
  const ids = namesIn(parseVariables(CELLS, readSecretFiles(environment, [])).CELLS)
  const faults = ids.flatMap((id, index) => {
    if (id === MAIN_CELL) return [`CELLS: ${MAIN_CELL} is the cell of DATABASE_URL; remove it from CELLS`]
    if (!CELL_ID.test(id))
      return [`CELLS: ${id} must have 1 to 20 characters a-z and 0-9, the first a letter`]
    return ids.indexOf(id) < index ? [`CELLS names ${id} twice`] : []
  })
  faults.push(...ids.flatMap((id) => unknownNames(environment, id)))
  if (faults.length > 0) throw invalidSettings(faults)
  return ids
}

/**
 * Returns the ids of the cells whose jobs this process may run, by the setting `WORK_CELLS`. By default, all cells.
 * @throws ConfigError
 */
export function readWorkCells(environment: Environment): string[] {
  const known = [MAIN_CELL, ...readCellIds(environment)]
  const named = namesIn(parseVariables(CELLS, readSecretFiles(environment, [])).WORK_CELLS)
  const unknown = named.filter((id) => !known.includes(id))
  if (unknown.length > 0)
    throw invalidSettings(
      unknown.map((id) => `WORK_CELLS: there is no cell ${id}; the cells are ${known.join(', ')}`),
    )
  return named.length > 0 ? named : known
}

/** Returns the settings of each cell in `CELLS`. @throws ConfigError that names the faulty cell. */
export const readCells = (environment: Environment): CellSettings[] =>
  readCellIds(environment).map((id) => inCell(id, () => readCell(environment, id)))

/**
 * Returns the variables of a cell under the names that `main` uses. The result is the environment of a process that
 * serves only this cell.
 */
export function environmentOfCell(environment: Environment, id: string): Environment {
  if (id === MAIN_CELL) return environment
  const own = ownVariables(environment, id)
  const shared = Object.entries(environment).filter(([name]) => !isOwn(name))
  return { ...Object.fromEntries(shared), ...own, CELLS: undefined, WORK_CELLS: undefined }
}

/** Returns the URL for migrations of a cell, with the role of the owner. @throws ConfigError that names the cell. */
export const readCellMigrationUrl = (environment: Environment, id: string): string =>
  inCell(id, () => readMigrationUrl(environmentOfCell(environment, id), nameInCell(environment, id)))

/** Returns whether the settings give a connection of the receiving account `default` of a cell. */
export function hasDefaultAccount(environment: Environment, id: string): boolean {
  const given = environmentOfCell(environment, id)
  return PIX_NAMES.some((name) => given[name] || given[`${name}_FILE`])
}

function readCell(environment: Environment, id: string): CellSettings {
  const given = environmentOfCell(environment, id)
  const hasAccount = hasDefaultAccount(environment, id)
  const read = readConfig(hasAccount ? given : { ...given, ...unusedAccount() }, nameInCell(environment, id))
  // Ignore weak secrets of the account in a cell without the account: the cell has generated credentials for the
  // account, and nobody uses them.
  const weakSecrets = read.weakSecrets.filter(({ variable }) =>
    DATABASE_NAMES.some((name) => name === variable),
  )
  return {
    id,
    config: { ...read.config, cell: id },
    secrets: { ...read.secrets, sandboxDatabaseUrl: undefined },
    weakSecrets: hasAccount ? read.weakSecrets : weakSecrets,
    hasDefaultAccount: hasAccount,
  }
}

/** Returns settings for a receiving account `default` that is never used. */
const unusedAccount = (): Environment => ({
  PIX_BASE_URL: 'https://unused.invalid',
  PIX_TOKEN_URL: 'https://unused.invalid/token',
  PIX_KEY: 'unused',
  PIX_CLIENT_ID: 'unused',
  PIX_CLIENT_SECRET: randomBytes(32).toString('hex'),
  PIX_CALLBACK_SECRET: randomBytes(32).toString('hex'),
})

const prefixOf = (id: string): string => `CELL_${id.toUpperCase()}_`

const withFiles = (names: readonly string[]): string[] =>
  names.flatMap((name) => (SECRET_VARIABLES.some((one) => one === name) ? [name, `${name}_FILE`] : [name]))

const OWN = new Set(withFiles(OWN_NAMES))
const ALLOWED = new Set([...OWN, ...INHERITED_NAMES])

const isOwn = (name: string): boolean => OWN.has(name)

function ownVariables(environment: Environment, id: string): Environment {
  const prefix = prefixOf(id)
  return Object.fromEntries(
    Object.entries(environment)
      .filter(([name, value]) => name.startsWith(prefix) && value !== '')
      .map(([name, value]) => [name.slice(prefix.length), value]),
  )
}

const unknownNames = (environment: Environment, id: string): string[] =>
  Object.keys(ownVariables(environment, id))
    .filter((name) => !ALLOWED.has(name))
    .map((name) => `${prefixOf(id)}${name}: a cell has no setting ${name} of its own`)

/** Returns the name under which the operator sets a setting of a cell. */
const nameInCell =
  (environment: Environment, id: string): NameOf =>
  (setting) => {
    const own = prefixOf(id) + setting
    return isOwn(setting) || own in environment ? own : setting
  }

/** Runs `read`. Adds the id of the cell to the message of a ConfigError. */
function inCell<T>(id: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof ConfigError) throw new ConfigError(`Settings of cell ${id}: ${error.message}`)
    throw error
  }
}

const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
