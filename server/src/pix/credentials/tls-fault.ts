import { firstEndOf } from '../../kernel/settings/certificate-ends.ts'
import type { PixCredentials } from './watch-credentials.ts'

/**
 * Why certificates prevent every call to a PSP. Usually, only another certificate, of this service or of the PSP, ends
 * such a fault.
 */
export type TlsFault = 'client_certificate_refused' | 'psp_certificate_refused'

/**
 * The codes of the errors that mean that this process refused the PSP's certificate. After such an error, no request
 * was sent.
 */
const PSP_REFUSED = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/**
 * The TLS alerts (RFC 8446, 6.2) with which a PSP refuses the client certificate, or a handshake without one. OpenSSL
 * writes the number of an alert into the message. A PSP sends these alerts in the handshake. With TLS 1.3, the client
 * may have sent the request before the alert arrives, but the PSP discards the request.
 */
const CLIENT_REFUSED = /\bSSL alert number (?:40|42|43|44|45|46|48|49|116)\b/
/** The codes of errors that contain an alert. The code is EPROTO if the alert arrived while the client was writing. */
const WITH_ALERT = /^(?:EPROTO|ERR_SSL_\S+)$/

/**
 * Returns the fault that an error of `fetch` proves; undefined if the error proves none. With such a fault, the PSP has
 * executed nothing.
 */
export function tlsFaultOf(error: unknown): TlsFault | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (PSP_REFUSED.has(code)) return 'psp_certificate_refused'
  if (WITH_ALERT.test(code) && CLIENT_REFUSED.test(error.message)) return 'client_certificate_refused'
  return tlsFaultOf(error.cause)
}

/** Why the certificates prevented a call. */
export interface TlsProblem {
  kind: TlsFault | 'certificate_expired'
  /** A description of the problem for the log. */
  text: string
}

/** How a call ended. */
interface CallEnd {
  kind: 'answered' | 'not_sent' | 'lost'
  fault?: TlsFault
  /** Whether the answer may refuse the client certificate: many proxies answer 400 or 403 after the handshake. */
  isAccessRefused?: boolean
}

/**
 * Returns why the certificates prevented a call. An expired client certificate counts as the reason if the call got no
 * answer, or an answer that refuses access. Returns undefined for any other outcome.
 */
export function describeTlsFault(
  { kind, fault, isAccessRefused = false }: CallEnd,
  credentials: PixCredentials | undefined,
  now: Date,
): TlsProblem | undefined {
  if (kind === 'answered' && !isAccessRefused) return undefined
  if (fault === 'psp_certificate_refused')
    return { kind: fault, text: 'the certificate of the PSP is not trusted' }
  const endsAt = firstEndOf(credentials?.tls.cert)
  if (endsAt && endsAt <= now)
    return {
      kind: 'certificate_expired',
      text: `the client certificate expired at ${endsAt.toISOString()}`,
    }
  if (fault === undefined) return undefined
  const having = credentials?.tls.cert === undefined ? 'without a' : 'with the'
  return { kind: fault, text: `the PSP refused the TLS handshake ${having} client certificate` }
}
