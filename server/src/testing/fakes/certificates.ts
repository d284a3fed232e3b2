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

/**
 * Creates a self-signed certificate for host names and IP addresses that is valid for `validMs` milliseconds. A client
 * that trusts only this certificate accepts no other server.
 */
export function selfSigned(
  commonName: string,
  hosts: readonly string[] = [commonName],
  validMs = VALID_MS,
): CertificatePair {
  const { publicKey, privateKey: key } = generateKeyPairSync('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = '01'
  certificate.validity.notBefore = plusMs(systemClock.now(), VALID_FROM_MS)
  certificate.validity.notAfter = plusMs(systemClock.now(), validMs)
  certificate.setSubject([{ name: 'commonName', value: commonName }])
  certificate.setIssuer([{ name: 'commonName', value: commonName }])
  certificate.setExtensions([
    {
      name: 'subjectAltName',
      altNames: hosts.map((host) => (isIP(host) ? { type: 7, ip: host } : { type: 2, value: host })),
    },
  ])
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create())
  return { cert: forge.pki.certificateToPem(certificate), key }
}
