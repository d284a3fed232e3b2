import { Problem } from '../problem.ts'

/**
 * The refusal of a caller that gets no connection in time, because too many others have or want one. No statement was
 * sent.
 */
export class DatabaseBusy extends Problem {
  constructor() {
    super('service_unavailable', { retryAfterSeconds: 1 })
  }
}

/** Thrown when the database did not answer a statement in time. Whether the statement took effect is unknown. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseTimeout'
  readonly code = 'DATABASE_TIMEOUT'
}
