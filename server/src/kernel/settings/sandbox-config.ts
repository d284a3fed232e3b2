import { z } from 'zod'
import { databaseUrl, hostUrls } from './database-url.ts'
import { ConfigError, parseVariables } from './parse-variables.ts'
import { readSecretFiles, sameName, type Environment, type NameOf } from './secret-files.ts'

export const SANDBOX_VARIABLES = { SANDBOX_DATABASE_URL: databaseUrl.optional() }
const MIGRATION_VARIABLES = { MIGRATION_SANDBOX_DATABASE_URL: databaseUrl.optional() }

/** Returns the connection URL of the sandbox database; undefined when no URL is configured. @throws ConfigError */
export const readSandboxUrl = (environment: Environment): string | undefined =>
  parseVariables(z.object(SANDBOX_VARIABLES), readSecretFiles(environment, ['SANDBOX_DATABASE_URL']))
    .SANDBOX_DATABASE_URL

/**
 * Returns the connection URL for migrations of the sandbox database; undefined when no URL is configured.
 * @throws ConfigError
 */
export function readSandboxMigrationUrl(environment: Environment): string | undefined {
  const read = readSecretFiles(environment, ['MIGRATION_SANDBOX_DATABASE_URL'])
  return parseVariables(z.object(MIGRATION_VARIABLES), read).MIGRATION_SANDBOX_DATABASE_URL
}

/**
 * Refuses settings that give both environments one database. @throws ConfigError when the test environment uses the
 *         database of production.
 */
export function refuseSharedDatabase(
  env: { DATABASE_URL: string; SANDBOX_DATABASE_URL?: string | undefined },
  nameOf: NameOf = sameName,
): void {
  if (env.SANDBOX_DATABASE_URL === undefined) return
  const places = new Set(hostUrls(env.DATABASE_URL).map(placeOf))
  if (hostUrls(env.SANDBOX_DATABASE_URL).some((url) => places.has(placeOf(url))))
    throw new ConfigError(
      `SANDBOX_DATABASE_URL names the database of ${nameOf('DATABASE_URL')}: give the test environment a database of its own`,
    )
}

/** Returns the host, the port and the name of a database. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || '5432'}${pathname}`
}
