import { sqlState } from '../context.ts'
import { isBusy } from '../pool/busy.ts'

/** The SQLSTATEs of errors by `statement_timeout`, `lock_timeout` and `idle_in_transaction_session_timeout`. */
const LIMIT_STATES = new Set(['57014', '55P03', '25P03'])
/**
 * The SQLSTATE classes of errors that make the database unreachable: connection exception, insufficient resources and
 * operator intervention.
 */
const UNREACHABLE_CLASSES = new Set(['08', '53', '57'])
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'DATABASE_TIMEOUT',
  'NO_PRIMARY',
])
/**
 * Messages of errors that `isUnreachable` cannot recognise by a code. The first three are messages of the database
 * driver in errors without a code. PostgreSQL sends the last one when an operator has closed the database to
 * connections. The SQLSTATE of that error also has other meanings.
 */
const CONNECTION_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|is not currently accepting connections/i

/**
 * Returns whether an error is transient, so that a retry may succeed: the database was unreachable, or a limit of the
 * database role ended the SQL statement.
 */
export const isTransient = (error: unknown): boolean => isEndedByLimit(error) || isUnreachable(error)

/**
 * Returns whether a limit of the database role ended the SQL statement or its transaction. PostgreSQL rolled the
 * transaction back.
 */
export const isEndedByLimit = (error: unknown): boolean => LIMIT_STATES.has(sqlState(error) ?? '')

/** Returns whether an SQL statement waited too long for a lock that another transaction has. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03'

/**
 * Returns whether an error means that the database was unreachable, gave no connection in time, or closed the
 * connection.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error) || isEndedByLimit(error)) return false
  if (isBusy(error)) return true
  if (UNREACHABLE_CLASSES.has(sqlState(error)?.slice(0, 2) ?? '')) return true
  if ('code' in error && typeof error.code === 'string' && CONNECTION_CODES.has(error.code)) return true
  return CONNECTION_MESSAGES.test(error.message) || isUnreachable(error.cause)
}
