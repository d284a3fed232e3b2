import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

/** Environment variables by name. */
export type Environment = Record<string, string | undefined>

/**
 * Settings that contain a secret. The value comes from the variable, or from the file that the variable `NAME_FILE`
 * names.
 */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'CONSOLE_DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'SANDBOX_DATABASE_URL',
  'MIGRATION_SANDBOX_DATABASE_URL',
  'PIX_CLIENT_ID',
  'PIX_CLIENT_SECRET',
  'PIX_APP_KEY',
  'PIX_CALLBACK_SECRET',
  'PIX_CALLBACK_SECRET_PREVIOUS',
  'ENCRYPTION_KEYS',
  'CURSOR_SECRET',
  'FINGERPRINT_SECRET',
  'REDIS_URL',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'DISPUTE_FILES_S3_ACCESS_KEY_ID',
  'DISPUTE_FILES_S3_SECRET_ACCESS_KEY',
] as const

/** Returns the name under which the operator sets a setting, for error messages. */
export type NameOf = (setting: string) => string

/** Names a setting by its own name, as outside cells. */
export const sameName: NameOf = (setting) => setting

/** The result of `readSecretFiles`. */
export interface ReadSecrets {
  /** The environment without empty variables, with the secrets from files under the names of their settings. */
  environment: Environment
  /** A description of each fault, by the name of the setting. */
  faults: ReadonlyMap<string, string>
  /** For each secret that was read from a file, the path of the file, by the name of the setting. */
  files: ReadonlyMap<string, string>
  nameOf: NameOf
}

const FILE_BYTES_MAX = 16 * 1024

/**
 * Reads the secrets among `names` that are in files. Removes newlines at the end of a file. An empty variable counts as
 * missing. The description of a fault names variables, but shows no value or path, because an operator may have set the
 * path to the secret.
 */
export function readSecretFiles(
  environment: Environment,
  names: readonly string[] = SECRET_VARIABLES,
  nameOf: NameOf = sameName,
): ReadSecrets {
  const found: Environment = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== ''),
  )
  const faults = new Map<string, string>()
  const files = new Map<string, string>()
  for (const name of SECRET_VARIABLES.filter((one) => names.includes(one))) {
    const file = fileVariable(name)
    const path = found[file]
    if (path === undefined) continue
    delete found[file]
    if (found[name] !== undefined) {
      faults.set(name, `${nameOf(name)} and ${nameOf(file)} are both set: remove one of them`)
      continue
    }
    const read = readSecretFile(path)
    if ('fault' in read) faults.set(name, `${nameOf(file)}: ${read.fault}`)
    else {
      found[name] = read.text
      files.set(name, path)
    }
  }
  return { environment: found, faults, files, nameOf }
}

/** Returns the name of the variable that names the file of a secret. */
const fileVariable = (name: string): string => `${name}_FILE`

/** Returns whether the value of a setting is a secret that comes from a file. */
export const isFromFile = (name: string, environment: Environment): boolean =>
  SECRET_VARIABLES.some((one) => one === name) && Boolean(environment[fileVariable(name)])

function readSecretFile(path: string): { text: string } | { fault: string } {
  let bytes: Buffer | undefined
  try {
    bytes = readBytes(path)
  } catch (error) {
    return { fault: `the file cannot be read (${errorCode(error)})` }
  }
  if (bytes === undefined) return { fault: 'is not a regular file' }
  if (bytes.length > FILE_BYTES_MAX) return { fault: `the file is larger than ${FILE_BYTES_MAX / 1024} KiB` }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/[\r\n]+$/, '')
    return text === '' ? { fault: 'the file is empty' } : { text }
  } catch {
    return { fault: 'the file is not UTF-8 text' }
  }
}

/** Reads at most one byte more than a file may have. Returns undefined when `path` is not a regular file. */
function readBytes(path: string): Buffer | undefined {
  // Use O_NONBLOCK, because opening a named pipe would otherwise wait for a writer.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!fstatSync(file).isFile()) return undefined
    const bytes = Buffer.alloc(FILE_BYTES_MAX + 1)
    return bytes.subarray(0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
}
