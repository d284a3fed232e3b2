import type { z } from 'zod'
import type { ReadSecrets } from './secret-files.ts'

/** Thrown for invalid settings. The message names the faulty variables, but contains no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Parses environment variables. @throws ConfigError that names every fault. */
export function parseVariables<S extends z.ZodType>(schema: S, read: ReadSecrets): z.infer<S> {
  const { environment, faults } = read
  const parsed = schema.safeParse(environment)
  if (parsed.success && faults.size === 0) return parsed.data
  const issues = parsed.error?.issues.filter(({ path }) => !faults.has(String(path[0]))) ?? []
  throw invalidSettings([...faults.values(), ...issues.map((issue) => describe(issue, read))])
}

function describe(issue: z.core.$ZodIssue, { environment, nameOf }: ReadSecrets): string {
  const setting = String(issue.path[0])
  const name = nameOf(setting)
  return environment[setting] === undefined ? `${name} is missing` : `${name}: ${issue.message}`
}

/** Returns an error with one line for each fault. */
export const invalidSettings = (faults: readonly string[]): ConfigError =>
  new ConfigError(['The settings are invalid:', ...faults.map((fault) => `  - ${fault}`)].join('\n'))
