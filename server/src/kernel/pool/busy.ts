const BUSY = 'DATABASE_BUSY'

/**
 * The refusal of a caller that got no connection in time, because too many other callers use a connection or wait for
 * one.
 */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
  readonly code = BUSY

  constructor() {
    super('too many callers have or want a database connection')
  }
}

/**
 * Returns whether an error is a DatabaseBusy or a copy of one. The ORM copies errors with their code but without their
 * class.
 */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && (Reflect.get(error, 'code') === BUSY || isBusy(error.cause))

/**
 * Thrown when the database has not answered an SQL statement in time. Whether the SQL statement took effect is unknown.
 */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout'
  readonly code = 'DATABASE_TIMEOUT'
}
