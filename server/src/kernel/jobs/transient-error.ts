import { sqlState } from '../context.ts'

/** SQLSTATE classes of a server that is away, stopping or full: connection, resources, operator's intervention. */
const MOMENTARY_CLASSES = new Set(['08', '53', '57'])
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** What the driver says, without a code, of a connection that broke or that it did not get in time. */
const CONNECTION_WORDS =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/i

/** Whether the database could not be reached, or gave up its connection: the same call may work in a moment. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (MOMENTARY_CLASSES.has(sqlState(error)?.slice(0, 2) ?? '')) return true
  if ('code' in error && typeof error.code === 'string' && CONNECTION_CODES.has(error.code)) return true
  return CONNECTION_WORDS.test(error.message) || isTransient(error.cause)
}
