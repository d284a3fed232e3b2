import { existsSync, readFileSync } from 'node:fs'
import { hostname, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { clientOfOperator } from '../../audit/operator.ts'
import type { Origin } from '../../audit/record-audit.ts'
import { MigrationError } from '../../../migrations/run/migration-error.ts'
import { isNoPrimary } from '../../kernel/pool/primary.ts'
import { environmentOfCell, readCellIds } from '../../kernel/settings/cells-config.ts'
import { MAIN_CELL } from '../../kernel/settings/config.ts'
import { ConfigError } from '../../kernel/settings/parse-variables.ts'
import { isFromFile } from '../../kernel/settings/secret-files.ts'
import { sqlState, violatedConstraint, type Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import { NoAnchorsError } from '../../ledger/anchors/no-anchors-error.ts'
import { connectionFailure } from './connection-failure.ts'
import { withKeylessContext, withSandboxContext, withToolContext } from './tool-context.ts'

/** The result of a command: `json` for scripts, `text` for people. */
export interface CommandOutput {
  json: object
  text: string
}

export interface OutputOptions {
  json?: true
}

/** The environment in which a command runs. The process or a test provides this environment. */
export interface Shell {
  env: Record<string, string | undefined>
  input: Readable
  out(text: string): void
  err(text: string): void
  /** The user of the operating system; absent if the command runs inside another program, such as a test. */
  operator?: string
  /** The person that the option `--as` names. */
  person?: string
  /** The cell that the option `--cell` names. */
  cell?: string
  /** Whether the command has failed. If so, the process ends with status 1. */
  failed: boolean
}

/** Runs a command and prints its output. Prints an error to standard error and sets `shell.failed`. */
export async function runAndPrint(
  shell: Shell,
  { json }: OutputOptions,
  work: () => Promise<CommandOutput>,
): Promise<void> {
  try {
    const output = await work()
    shell.out(`${json ? JSON.stringify(output.json) : output.text}\n`)
  } catch (error) {
    const failure = describeFailure(error)
    shell.err(
      json ? `${JSON.stringify({ error: failure })}\n` : `error: ${failure.code}: ${failure.message}\n`,
    )
    shell.failed = true
  }
}

/**
 * Returns the user of the operating system and the host, such as `ana@pix-1`. Under sudo, puts the user who called sudo
 * in front: `ana (root@pix-1)`. The result always contains the user of the operating system, because every caller can
 * set `SUDO_USER`. If the user has no name, as in a container, the user is the numeric user id.
 */
export function operatorOfProcess(env: Record<string, string | undefined>): string {
  const operator = `${userName()}@${hostname()}`
  return env['SUDO_USER'] ? `${env['SUDO_USER']} (${operator})` : operator
}

function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run with a user id that has no entry in the list of users.
    return String(process.getuid?.() ?? 'unknown')
  }
}

/**
 * Returns the origin of the actions of a command for the audit log: the person that `--as` names, and the user of the
 * operating system. The caller can choose any name for `--as` and for the variable `SUDO_USER`.
 */
export function originOfCommand({ operator, person }: { operator?: string; person?: string }): Origin {
  const names = person === undefined ? operator : operator === undefined ? person : `${person} (${operator})`
  return { role: null, ip: null, userAgent: names === undefined ? null : clientOfOperator(names) }
}

const connectionOf = (shell: Shell) => ({
  applicationName: 'cli',
  poolSize: 2,
  origin: originOfCommand(shell),
})

/** Returns the ids of the cells in the settings, `main` first. @throws ConfigError */
export const cellIds = ({ env }: Shell): string[] => idsIn(readSettings(env))

const idsIn = (settings: Shell['env']): string[] => [MAIN_CELL, ...readCellIds(settings)]

/**
 * Returns the settings of the cell `id`, which is by default the cell that the option `--cell` names. If neither names
 * a cell, returns the settings of the only cell.
 * @throws ConfigError: there are several cells, but none is named, or there is no such cell.
 */
export function settingsOfCell(shell: Shell, id = shell.cell): Shell['env'] {
  const settings = readSettings(shell.env)
  const ids = idsIn(settings)
  const named = id ?? (ids.length === 1 ? MAIN_CELL : undefined)
  if (named === undefined) throw new ConfigError(`name one of the cells with --cell: ${ids.join(', ')}`)
  return environmentOfCell(settings, checkCell(named, ids))
}

/**
 * Returns the cell that the option `--cell` names, otherwise all cells.
 * @throws ConfigError: there is no such cell.
 */
export function chosenCells(shell: Shell): string[] {
  const ids = cellIds(shell)
  return shell.cell === undefined ? ids : [checkCell(shell.cell, ids)]
}

function checkCell(id: string, ids: readonly string[]): string {
  if (!ids.includes(id)) throw new ConfigError(`there is no cell ${id}; the cells are ${ids.join(', ')}`)
  return id
}

/**
 * Runs `work` with a context that uses the database of the cell that the option `--cell` names, and the application's
 * role. Without the option, there must be only one cell.
 */
export const withContext = <T>(shell: Shell, work: (ctx: Context) => Promise<T>): Promise<T> =>
  withToolContext(settingsOfCell(shell), connectionOf(shell), work)

/** Runs `work` with a context that uses the database of a cell and the application's role. */
export const withCell = <T>(shell: Shell, id: string, work: (ctx: Context) => Promise<T>): Promise<T> =>
  withToolContext(settingsOfCell(shell, id), connectionOf(shell), work)

/** Runs `work` with a context that uses the database of the staff and of the directory. */
export const withControl = <T>(shell: Shell, work: (ctx: Context) => Promise<T>): Promise<T> =>
  withCell(shell, MAIN_CELL, work)

/** Runs `work` with a context that uses the sandbox database. @throws ConfigError without such a database. */
export const withSandbox = <T>(shell: Shell, work: (sandbox: Context) => Promise<T>): Promise<T> =>
  withSandboxContext(readSettings(shell.env), connectionOf(shell), work)

/** Like `withContext`, for work that needs no encryption key. Reads no setting except `DATABASE_URL`. */
export const withoutKeys = <T>(shell: Shell, work: (ctx: Context) => Promise<T>): Promise<T> =>
  withKeylessContext(settingsOfCell(shell), connectionOf(shell), work)

const Settings = z.record(z.string(), z.string())

/**
 * Returns the settings from the environment. If neither `DATABASE_URL` nor `DATABASE_URL_FILE` is set, takes missing
 * settings from the settings file of the embedded stack.
 * @throws ConfigError when that file exists but cannot be read.
 */
export function readSettings(env: Shell['env']): Shell['env'] {
  if (env['DATABASE_URL'] || isFromFile('DATABASE_URL', env)) return env
  const file = join(dataDir(env), 'settings.json')
  if (!existsSync(file)) return env
  try {
    const saved = Object.entries(Settings.parse(JSON.parse(readFileSync(file, 'utf8'))))
    return { ...Object.fromEntries(saved.filter(([name]) => !isFromFile(name, env))), ...env }
  } catch {
    throw new ConfigError(`${file} cannot be read: restore it, or set DATABASE_URL and the other settings`)
  }
}

/** Returns the data directory of the embedded stack: `DATA_DIR`, by default `.data` at the root of the checkout. */
export const dataDir = (env: Shell['env']): string => resolve(checkout(), env['DATA_DIR'] || '.data')

/**
 * Resolves a path that a person typed. A package manager runs the command in another folder, and passes the person's
 * folder in `INIT_CWD`.
 */
export const userPath = ({ env }: Shell, path: string): string => resolve(env['INIT_CWD'] || '.', path)

function checkout(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'pnpm-workspace.yaml')) && folder !== dirname(folder))
    folder = dirname(folder)
  return folder === dirname(folder) ? process.cwd() : folder
}

/** Describes an error by its codes and names. Never includes a stack, an SQL statement or a secret. */
function describeFailure(error: unknown): { code: string; message: string; details?: object } {
  if (error instanceof Problem) {
    const fields = error.details.fields
      ?.map(({ path, code, hint }) => `${path} (${hint === undefined ? code : `${code}: ${hint}`})`)
      .join(', ')
    return { code: error.code, message: error.details.reason ?? fields ?? error.code, details: error.details }
  }
  if (error instanceof ConfigError) return { code: 'settings', message: error.message }
  if (error instanceof MigrationError) return { code: 'database', message: error.message }
  if (error instanceof NoAnchorsError) return { code: 'file', message: error.message }
  const state = sqlState(error)
  if (state === '42P01') return { code: 'database', message: 'tables are missing: run "migrate" first' }
  if (state) {
    const sentence = connectionFailure(state, error)
    const names = [state, violatedConstraint(error)].filter(Boolean).join(' ')
    return { code: 'database', message: sentence ?? names }
  }
  const file = unopenedFile(error)
  if (file) return { code: 'file', message: `${file} cannot be opened` }
  if (isNoPrimary(error)) return { code: 'database', message: 'no host of the database accepts writes' }
  if (isUnreachable(error))
    return {
      code: 'database',
      message: 'the database cannot be reached: check DATABASE_URL',
    }
  return { code: 'internal_error', message: error instanceof Error ? error.name : 'unknown' }
}

/** Returns the path of the file that could not be opened; undefined for any other error. */
function unopenedFile(error: unknown): string | undefined {
  if (!(error instanceof Error) || Reflect.get(error, 'syscall') !== 'open') return undefined
  const path: unknown = Reflect.get(error, 'path')
  return typeof path === 'string' ? path : undefined
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (
    /ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|EHOSTUNREACH|ENOENT/.test(
      `${error.message} ${String(Reflect.get(error, 'code'))}`,
    )
  )
    return true
  return isUnreachable(error.cause)
}
