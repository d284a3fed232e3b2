import { PortInUse } from './resolve-ports.ts'
import { ChildError } from './child.ts'
import { CommandError } from './command-line.ts'
import { AlreadyRunning } from './lock.ts'
import { PostgresError } from './postgres-process.ts'
import { SeedError } from './seed/demo.ts'
import { SettingsError } from './settings.ts'

/** Failures whose message is written for the person at the terminal; others show where they come from. */
const USER_FACING_ERRORS = [
  AlreadyRunning,
  ChildError,
  CommandError,
  PortInUse,
  PostgresError,
  SeedError,
  SettingsError,
]

/** What to tell a person about `error`. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return USER_FACING_ERRORS.some((kind) => error instanceof kind)
    ? error.message
    : (error.stack ?? error.message)
}
