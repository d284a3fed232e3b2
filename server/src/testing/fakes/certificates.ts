import { generateKeyPairSync } from 'node:crypto'
import { isIP } from 'node:net'
import forge from 'node-forge'
import { plusMs, systemClock } from '../../kernel/clock.ts'

const KEY_BITS = 2048
const VALID_FROM_MS = -60_000
const VALID_MS = 3_600_000

/** A certificate and its private key, both in PEM format. */
export interface CertificatePair {
  cert: string
  key: string
}

/** How a certificate differs from one that is valid for `hosts` for an hour. */
export interface CertificateChanges {
  /** For how many milliseconds the certificate is valid, from now. A negative number makes an expired certificate. */
  validMs?: number
  /** An existing key pair for the certificate. Without `key`, a new pair is created, which takes long. */
  key?: KeyPair
}

/** An RSA key pair in PEM format. */
export interface KeyPair {
  publicKey: string
  privateKey: string
}

export const makeKeyPair = (): KeyPair =>
  generateKeyPairSync('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

/**
 * Creates a self-signed certificate for host names and IP addresses that is valid for `validMs` milliseconds. A client
 * that trusts only this certificate accepts no other server.
 */
export function selfSigned(
  commonName: string,
  hosts: readonly string[] = [commonName],
  validMs = VALID_MS,
): CertificatePair {
  const pair = makeKeyPair()
  return {
    cert: sign({ commonName, hosts, validMs, pair, issuer: { commonName, pair } }),
    key: pair.privateKey,
  }
}

/**
 * A certificate authority for tests. A client accepts the authority's certificates only if the client trusts `cert`.
 */
export interface Authority {
  cert: string
  /** Creates a certificate that the authority has signed. */
  issue(commonName: string, hosts: readonly string[], changes?: CertificateChanges): CertificatePair
}

/** Creates a certificate authority with this name and key pair. */
export function makeAuthority(commonName: string, pair = makeKeyPair()): Authority {
  const issuer = { commonName, pair }
  return {
    cert: sign({ commonName, hosts: [], validMs: VALID_MS, pair, issuer, isAuthority: true }),
    issue(name, hosts, { validMs = VALID_MS, key = makeKeyPair() } = {}) {
      return { cert: sign({ commonName: name, hosts, validMs, pair: key, issuer }), key: key.privateKey }
    },
  }
}

interface Unsigned {
  commonName: string
  hosts: readonly string[]
  validMs: number
  pair: KeyPair
  issuer: { commonName: string; pair: KeyPair }
  isAuthority?: boolean
}

/**
 * The serial number of the certificate that was created last. In hexadecimal, each serial number has an even number of
 * digits and no leading zeros, because OpenSSL refuses other forms.
 */
let serial = 0x1000

function sign({ commonName, hosts, validMs, pair, issuer, isAuthority = false }: Unsigned): string {
  const certificate = forge.pki.createCertificate()
  serial += 1
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey)
  certificate.serialNumber = serial.toString(16)
  const now = systemClock.now()
  certificate.validity.notBefore = plusMs(now, Math.min(0, validMs) + VALID_FROM_MS)
  certificate.validity.notAfter = plusMs(now, validMs)
  certificate.setSubject([{ name: 'commonName', value: commonName }])
  certificate.setIssuer([{ name: 'commonName', value: issuer.commonName }])
  certificate.setExtensions([
    ...(isAuthority ? [{ name: 'basicConstraints', cA: true }] : []),
    ...(hosts.length === 0
      ? []
      : [
          {
            name: 'subjectAltName',
            altNames: hosts.map((host) => (isIP(host) ? { type: 7, ip: host } : { type: 2, value: host })),
          },
        ]),
  ])
  certificate.sign(forge.pki.privateKeyFromPem(issuer.pair.privateKey), forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate)
}
