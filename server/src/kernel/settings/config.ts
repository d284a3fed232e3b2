import { delimiter } from 'node:path'
import { z } from 'zod'
import type { EncryptionKey } from '../vault.ts'
import type { LogLevel } from '../log.ts'
import { databaseUrl } from './database-url.ts'
import { parseEncryptionKeys } from './encryption-keys.ts'
import {
  FILES_VARIABLES,
  toFilesConfig,
  toS3Credentials,
  type FilesConfig,
  type S3Credentials,
} from './files-config.ts'
import { METRICS_VARIABLES, toMetricsConfig, type MetricsConfig } from './metrics-config.ts'
import { ConfigError, invalidSettings, parseVariables } from './parse-variables.ts'
import { PIX_VARIABLES, toPixConfig, toPixSecrets, type PixConfig, type PixSecrets } from './pix-config.ts'
import { refuseSharedDatabase, SANDBOX_VARIABLES } from './sandbox-config.ts'
import { readSecretFiles, SECRET_VARIABLES, type Environment, type NameOf } from './secret-files.ts'
import { signInVariables, toSignInConfig, type SignInConfig } from './sign-in-config.ts'
import { toTracingConfig, TRACING_VARIABLES, type TracingConfig } from './tracing-config.ts'
import { acceptedNames, findWeakSecrets, refuseWeakSecrets, type WeakSecret } from './weak-secrets.ts'

export type Role = 'api' | 'worker' | 'all'

/** The cell of the database in `DATABASE_URL`. This database also contains the directory of cells and the staff. */
export const MAIN_CELL = 'main'

/** The settings that are not secret. Logs may show them. */
export interface Config {
  role: Role
  /** The cell whose database the process uses with these settings. */
  cell: string
  host: string
  port: number
  /**
   * How long the server still accepts requests after the stop signal, in milliseconds, while `/readyz` already answers
   * 503.
   */
  drainDelayMs: number
  publicUrl: string
  /**
   * The number of proxies that append to X-Forwarded-For. With 0, the client address is the peer address of the
   * connection.
   */
  trustedProxies: number
  logLevel: LogLevel
  metrics: MetricsConfig | undefined
  consoleDir: string | undefined
  /** True with DEV_MODE=1: `/graphql` accepts any operation and allows introspection. */
  development: boolean
  databasePoolSize: number
  rateLimitStore: 'memory' | 'database' | 'redis'
  /** The folder for signed ledger anchors, outside the database. Without this folder, no anchors are written. */
  ledgerAnchorDir: string | undefined
  /**
   * How many days the service keeps finished rows of network messages, such as recorded payments in `network_inbox`.
   */
  networkRetentionDays: number
  /**
   * `host:port` pairs with private addresses to which the service may nevertheless send webhooks. For development only.
   */
  webhookAllowPrivate: string[]
  /**
   * The PEM files of certificate authorities that are trusted for webhook receivers, in addition to the public
   * authorities.
   */
  webhookCaFiles: string[]
  signIn: SignInConfig
  files: FilesConfig
  /** The export of traces; undefined when the process exports no traces. */
  tracing: TracingConfig | undefined
  pix: PixConfig
}

/** The secrets that the service and the command-line tools both need. */
export interface ToolSecrets {
  databaseUrl: string
  encryptionKeys: EncryptionKey[]
  cursorSecret: string
  fingerprintSecret: string
}

/** All secrets. The service never logs or returns one of these values. */
export interface Secrets extends ToolSecrets, PixSecrets {
  /** The database URL with the console's role. If no such URL is configured, the URL with the application's role. */
  consoleDatabaseUrl: string
  /** The URL of the test environment's database; undefined if there is no test environment. */
  sandboxDatabaseUrl: string | undefined
  /** The console's client secret at the identity provider; undefined without a provider. */
  oidcClientSecret: string | undefined
  redisUrl: string | undefined
  /** The access key of the bucket for files; undefined if the AWS SDK finds a key itself. */
  s3Credentials: S3Credentials | undefined
  /** The HTTP headers of each export of traces, such as credentials of the collector. */
  otlpHeaders: Record<string, string>
}

const secretText = z.string().min(16, 'needs at least 16 characters')
const port = z.coerce.number().int().min(0).max(65_535)
const filled = z.string().min(1)

const Env = z.object({
  DATABASE_URL: databaseUrl,
  CONSOLE_DATABASE_URL: databaseUrl.optional(),
  ...SANDBOX_VARIABLES,
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(200).default(16),
  ROLE: z.enum(['api', 'worker', 'all']).default('all'),
  HOST: filled.default('127.0.0.1'),
  PORT: port.default(3000),
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(5_000).default(0),
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  ...METRICS_VARIABLES,
  ...FILES_VARIABLES,
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  CONSOLE_DIR: filled.optional(),
  ...PIX_VARIABLES,
  ENCRYPTION_KEYS: z.string().transform(parseEncryptionKeys),
  CURSOR_SECRET: secretText,
  FINGERPRINT_SECRET: secretText.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  RATE_LIMIT_STORE: z.enum(['memory', 'database', 'redis']).optional(),
  LEDGER_ANCHOR_DIR: filled.optional(),
  NETWORK_RETENTION_DAYS: z.coerce.number().int().min(95).max(3_650).default(180),
  WEBHOOK_ALLOW_PRIVATE: z.string().default(''),
  WEBHOOK_CA_FILE: z.string().default(''),
  ACCEPT_WEAK_SECRETS: acceptedNames,
  EMBEDDED: z.enum(['0', '1']).default('0'),
  DEV_MODE: z.enum(['0', '1']).default('0'),
})

/** The secrets that the server reads. Only command-line tools read the URLs for migrations. */
const SERVER_SECRETS = SECRET_VARIABLES.filter((name) => !name.startsWith('MIGRATION_'))

/**
 * Reads the settings from the environment. An empty variable counts as missing. Outside development, refuses a
 * guessable value of a secret that the operator generates, unless ACCEPT_WEAK_SECRETS names this secret. Returns the
 * weak secrets that are not refused, so that the caller can log a warning.
 * @throws ConfigError that names each faulty setting with `nameOf`.
 */
export function readConfig(
  environment: Environment,
  nameOf?: NameOf,
): { config: Config; secrets: Secrets; weakSecrets: WeakSecret[] } {
  const given = readSecretFiles(environment, SERVER_SECRETS, nameOf)
  const env = parseVariables(envSchema(given.environment), given)
  const weakSecrets = findWeakSecrets(env)
  const refused = isDevelopment(env)
    ? []
    : refuseWeakSecrets(weakSecrets, env.ACCEPT_WEAK_SECRETS, given.nameOf)
  if (refused.length > 0) throw invalidSettings(refused)
  refuseSharedDatabase(env, given.nameOf)
  const allowed = list(env.WEBHOOK_ALLOW_PRIVATE)
  if (allowed.length > 0 && !isDevelopment(env)) {
    throw new ConfigError(
      'WEBHOOK_ALLOW_PRIVATE is for development only: use the embedded database, set DEV_MODE=1, or remove this setting',
    )
  }
  return { config: toConfig(env, allowed, given.files), secrets: toSecrets(env), weakSecrets }
}

/**
 * Reads the variables that the command-line tools need: the database URL and the service's keys, but no PSP settings.
 * @throws ConfigError
 */
export function readToolSecrets(environment: Environment): ToolSecrets {
  const names = Object.keys(TOOL_VARIABLES)
  return toToolSecrets(parseVariables(Env.pick(TOOL_VARIABLES), readSecretFiles(environment, names)))
}

/** Returns the connection URL with the role of the application. @throws ConfigError */
export const readDatabaseUrl = (environment: Environment): string =>
  parseVariables(Env.pick({ DATABASE_URL: true }), readSecretFiles(environment, ['DATABASE_URL']))
    .DATABASE_URL

/** Returns the connection URL for migrations, with the role that owns the database. @throws ConfigError */
export function readMigrationUrl(environment: Environment, nameOf?: NameOf): string {
  const variables = z.object({ MIGRATION_DATABASE_URL: databaseUrl })
  const read = readSecretFiles(environment, ['MIGRATION_DATABASE_URL'], nameOf)
  return parseVariables(variables, read).MIGRATION_DATABASE_URL
}

const TOOL_VARIABLES = {
  DATABASE_URL: true,
  ENCRYPTION_KEYS: true,
  CURSOR_SECRET: true,
  FINGERPRINT_SECRET: true,
} as const

const envSchema = (environment: Environment) =>
  Env.extend(signInVariables(environment)).extend(TRACING_VARIABLES)

type ParsedEnv = z.infer<ReturnType<typeof envSchema>>

/** Returns whether this is a development stack: webhooks may reach private addresses, and secrets may be guessable. */
const isDevelopment = (env: ParsedEnv): boolean => env.EMBEDDED === '1' || env.DEV_MODE === '1'

function toConfig(env: ParsedEnv, webhookAllowPrivate: string[], files: ReadonlyMap<string, string>): Config {
  return {
    role: env.ROLE,
    cell: MAIN_CELL,
    host: env.HOST,
    port: env.PORT,
    drainDelayMs: env.DRAIN_DELAY_MS,
    trustedProxies: env.TRUSTED_PROXIES,
    publicUrl: env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`,
    logLevel: env.LOG_LEVEL,
    metrics: toMetricsConfig(env),
    consoleDir: env.CONSOLE_DIR,
    development: env.DEV_MODE === '1',
    databasePoolSize: env.DATABASE_POOL_SIZE,
    rateLimitStore: env.RATE_LIMIT_STORE ?? (env.REDIS_URL ? 'redis' : 'memory'),
    ledgerAnchorDir: env.LEDGER_ANCHOR_DIR,
    networkRetentionDays: env.NETWORK_RETENTION_DAYS,
    webhookAllowPrivate,
    webhookCaFiles: list(env.WEBHOOK_CA_FILE, delimiter),
    signIn: toSignInConfig(env),
    files: toFilesConfig(env),
    tracing: toTracingConfig(env),
    pix: toPixConfig(env, files),
  }
}

function toSecrets(env: ParsedEnv): Secrets {
  return {
    ...toToolSecrets(env),
    consoleDatabaseUrl: env.CONSOLE_DATABASE_URL ?? env.DATABASE_URL,
    sandboxDatabaseUrl: env.SANDBOX_DATABASE_URL,
    ...toPixSecrets(env),
    oidcClientSecret: env.OIDC_CLIENT_SECRET,
    redisUrl: env.REDIS_URL,
    s3Credentials: toS3Credentials(env),
    otlpHeaders: env.OTEL_EXPORTER_OTLP_HEADERS,
  }
}

function toToolSecrets(env: Pick<ParsedEnv, keyof typeof TOOL_VARIABLES>): ToolSecrets {
  return {
    databaseUrl: env.DATABASE_URL,
    encryptionKeys: env.ENCRYPTION_KEYS,
    cursorSecret: env.CURSOR_SECRET,
    fingerprintSecret: env.FINGERPRINT_SECRET ?? env.CURSOR_SECRET,
  }
}

const list = (text: string, separator = ','): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)
