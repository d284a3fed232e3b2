import type { z } from 'zod'
import type { Environment, ReadSecrets } from './secret-files.ts'

/** Thrown for invalid settings. The message names the faulty variables, but contains no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Parses environment variables. @throws ConfigError that names every fault. */
export function parseVariables<S extends z.ZodType>(
  schema: S,
  { environment, faults }: ReadSecrets,
): z.infer<S> {
  const parsed = schema.safeParse(environment)
  if (parsed.success && faults.size === 0) return parsed.data
  const issues = parsed.error?.issues.filter(({ path }) => !faults.has(String(path[0]))) ?? []
  throw invalidSettings([...faults.values(), ...issues.map((issue) => describe(issue, environment))])
}

function describe(issue: z.core.$ZodIssue, environment: Environment): string {
  const name = String(issue.path[0])
  return environment[name] === undefined ? `${name} is missing` : `${name}: ${issue.message}`
}

/** Returns an error with one line for each fault. */
export const invalidSettings = (faults: readonly string[]): ConfigError =>
  new ConfigError(['The settings are invalid:', ...faults.map((fault) => `  - ${fault}`)].join('\n'))
