import { sqlState } from '../context.ts'

/** SQLSTATE classes: connection exception, insufficient resources, operator intervention. */
const TRANSIENT_CLASSES = new Set(['08', '53', '57'])
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** Messages of the driver, without a code, about a lost connection or a connection timeout. */
const CONNECTION_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable/i

/** Whether an error means that the database was unreachable or closed the connection, so that a retry may succeed. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (TRANSIENT_CLASSES.has(sqlState(error)?.slice(0, 2) ?? '')) return true
  if ('code' in error && typeof error.code === 'string' && CONNECTION_CODES.has(error.code)) return true
  return CONNECTION_MESSAGES.test(error.message) || isTransient(error.cause)
}
