/**
 * Describes why the database refused a connection. Returns undefined for a SQLSTATE that is not listed here. PostgreSQL
 * also answers 28P01 for a role that does not exist.
 */
export function connectionFailure(state: string, error: unknown): string | undefined {
  const settings = 'check DATABASE_URL, or MIGRATION_DATABASE_URL of "migrate"'
  switch (state) {
    case '28P01':
      return `the database refused the password of ${roleOf(error)} (28P01): ${settings}`
    case '28000':
      return `the database refused the role of the connection (28000): ${settings}`
    case '53300':
      return 'the database has no free connection (53300): try again'
    case '57P03':
      return 'the database is starting or stopping (57P03): try again'
    default:
      return undefined
  }
}

/** Returns the role that PostgreSQL's message names. */
function roleOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the role'
  return /user "([^"]+)"/.exec(error.message)?.[1] ?? roleOf(error.cause)
}
