import { ConfigError } from '../src/kernel/settings/parse-variables.ts'
import { PortInUse } from './resolve-ports.ts'
import { ChildError } from './child.ts'
import { CommandError } from './command-line.ts'
import { AlreadyRunning } from './lock.ts'
import { PostgresError } from './postgres-process.ts'
import { SeedError } from './seed/demo.ts'
import { SettingsError } from './settings.ts'

/** Errors whose message is written for the operator. Other errors are printed with their stack trace. */
const USER_FACING_ERRORS = [
  AlreadyRunning,
  ChildError,
  CommandError,
  ConfigError,
  PortInUse,
  PostgresError,
  SeedError,
  SettingsError,
]

/** Returns the text that describes `error` to the operator. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return USER_FACING_ERRORS.some((kind) => error instanceof kind)
    ? error.message
    : (error.stack ?? error.message)
}
