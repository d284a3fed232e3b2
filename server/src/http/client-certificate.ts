import { X509Certificate } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Request, RequestHandler } from 'express'
import { errorResponse } from './errors.ts'
import type { Clock } from '../kernel/clock.ts'
import { correlationIdOf } from '../kernel/correlation.ts'
import type { Log } from '../kernel/log.ts'
import { Problem } from '../kernel/problem.ts'
import type { Proxies } from '../kernel/settings/callback-tls-config.ts'

/** The maximum length of a header with a certificate. Node.js refuses longer headers by default. */
const HEADER_CHARS_MAX = 16_384

export interface CertificateRules {
  /** The header with the certificate, and the addresses of the proxies that send it; undefined without such proxies. */
  header: { name: string; proxies: Proxies } | undefined
  /** The names of the allowed certificates. An empty list allows every name. */
  names: readonly string[]
  /** Returns the authorities of the allowed certificates. */
  authorities: () => readonly X509Certificate[]
  clock: Clock
  log: Log
}

/**
 * Returns middleware that answers 403 to a callback without an allowed client certificate, before the body is read. The
 * certificate comes from the TLS connection or from the header of the proxy. The middleware checks the signature, the
 * dates and the name of the certificate.
 */
export function requireClientCertificate(rules: CertificateRules): RequestHandler {
  return (req, res, next) => {
    const fault = findFault(req, rules)
    if (fault === undefined) {
      next()
      return
    }
    rules.log.warn(
      { correlation_id: correlationIdOf(res), fault },
      'a callback was refused because of its client certificate',
    )
    const refusal = new Problem('forbidden', { reason: 'client_certificate_required' })
    const { status, headers, body } = errorResponse(refusal, correlationIdOf(res))
    res.set(headers).status(status).json(body)
  }
}

function findFault(req: Request, rules: CertificateRules): string | undefined {
  const certificate = certificateOf(req, rules.header)
  if (typeof certificate === 'string') return certificate
  const now = rules.clock.now()
  if (now < new Date(certificate.validFrom)) return 'the certificate is not valid yet'
  if (now > new Date(certificate.validTo)) return 'the certificate has expired'
  if (!isIssued(certificate, rules.authorities())) return 'another authority'
  return rules.names.length === 0 || rules.names.some((name) => hasName(certificate, name))
    ? undefined
    : 'another name'
}

const isIssued = (certificate: X509Certificate, authorities: readonly X509Certificate[]): boolean =>
  authorities.some(
    (authority) =>
      authority.ca && certificate.checkIssued(authority) && certificate.verify(authority.publicKey),
  )

const hasName = (certificate: X509Certificate, name: string): boolean =>
  certificate.checkHost(name) !== undefined || certificate.toLegacyObject().subject.CN === name

const NONE = 'no certificate'

/** Returns the certificate of the caller, or why there is none. */
function certificateOf(req: Request, header: CertificateRules['header']): X509Certificate | string {
  // Only the server for callbacks asks for a client certificate, so another TLS connection has none.
  if (req.socket instanceof TLSSocket) return req.socket.getPeerX509Certificate() ?? NONE
  const value = header && req.headers[header.name]
  if (typeof value !== 'string' || value.length > HEADER_CHARS_MAX) return NONE
  // TRUSTED_PROXIES is only a number, so it cannot show whether this peer is a proxy.
  if (!isIn(header?.proxies, req.socket.remoteAddress))
    return 'the header comes from an address that is not in PIX_CALLBACK_CERT_PROXIES'
  return parse(value) ?? NONE
}

/** Returns whether an address belongs to a proxy. A connection that is already closed has no address. */
const isIn = (proxies: Proxies | undefined, address: string | undefined): boolean =>
  address !== undefined && (proxies?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') ?? false)

/**
 * Parses a certificate as proxies send it: PEM with percent-encoding (nginx), or DER in Base64 (HAProxy). Returns
 * undefined for any other text.
 */
function parse(value: string): X509Certificate | undefined {
  try {
    const text = decodeURIComponent(value)
    return new X509Certificate(text.includes('-----BEGIN') ? text : Buffer.from(text, 'base64'))
  } catch {
    return undefined
  }
}
