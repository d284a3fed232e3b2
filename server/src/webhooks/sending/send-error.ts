import { ConnectTimeout } from '../../kernel/await-connection.ts'
import { UnexpectedUpgrade } from '../../kernel/final-response.ts'
import { BlockedAddressError, NameError } from './address-guard.ts'
import type { ErrorClass } from './error-class.ts'

/** Thrown when an attempt exceeds its time limit. */
export class AttemptTimeout extends Error {
  override readonly name = 'AttemptTimeout'
}

const BY_CODE: Record<string, ErrorClass> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  EPIPE: 'connection_reset',
  ENETUNREACH: 'network_unreachable',
  EHOSTUNREACH: 'network_unreachable',
  EHOSTDOWN: 'network_unreachable',
  ENETDOWN: 'network_unreachable',
  EADDRNOTAVAIL: 'network_unreachable',
  ETIMEDOUT: 'timeout',
  EPROTO: 'tls_error',
}

const TLS_CODE = /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_)/
const HTTP_CODE = /^HPE_/

/**
 * Classifies a network error. `errorDetail` is the error code, for support. Leaves out the error's message, because it
 * may contain an address to which the receiver's name resolved.
 */
export function classifyError(error: unknown): { errorClass: ErrorClass; errorDetail: string } {
  if (error instanceof BlockedAddressError) return { errorClass: 'ssrf_blocked', errorDetail: 'address' }
  if (error instanceof NameError) return { errorClass: 'dns_error', errorDetail: error.message }
  if (error instanceof ConnectTimeout) return { errorClass: 'timeout', errorDetail: 'connect' }
  if (error instanceof AttemptTimeout) return { errorClass: 'timeout', errorDetail: 'response' }
  if (error instanceof AggregateError && error.errors.length > 0) return classifyError(error.errors[0])
  if (error instanceof UnexpectedUpgrade) return { errorClass: 'invalid_response', errorDetail: 'upgrade' }
  const code = codeOf(error)
  const known = code === undefined ? undefined : (BY_CODE[code] ?? byPattern(code))
  if (known) return { errorClass: known, errorDetail: code ?? '' }
  if (error instanceof Error && error.cause !== undefined) return classifyError(error.cause)
  // An unknown network error gets a class that is retried, like every other network error.
  return { errorClass: 'connection_reset', errorDetail: code ?? 'unknown' }
}

function byPattern(code: string): ErrorClass | undefined {
  if (TLS_CODE.test(code)) return 'tls_error'
  return HTTP_CODE.test(code) ? 'invalid_response' : undefined
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Returns the error class of a response status, or null for a 2xx. */
export function classifyStatus(statusCode: number): ErrorClass | null {
  if (statusCode >= 200 && statusCode < 300) return null
  if (statusCode === 429) return 'rate_limited'
  if (statusCode >= 300 && statusCode < 400) return 'redirect'
  return statusCode >= 500 ? 'http_5xx' : 'http_4xx'
}
