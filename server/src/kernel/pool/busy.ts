const BUSY = 'DATABASE_BUSY'

/**
 * The refusal of a caller that gets no connection in time, because too many others have or want one. No statement was
 * sent.
 */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'
  readonly code = BUSY

  constructor() {
    super('too many callers have or want a database connection')
  }
}

/** Whether an error is a DatabaseBusy, also as a copy that the ORM made. The ORM copies the code, but not the class. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && (Reflect.get(error, 'code') === BUSY || isBusy(error.cause))

/** Thrown when the database did not answer a statement in time. Whether the statement took effect is unknown. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout'
  readonly code = 'DATABASE_TIMEOUT'
}
