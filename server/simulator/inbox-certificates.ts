import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import forge from 'node-forge'
import { plusMs, type Clock } from '../src/kernel/clock.ts'
import type { Random } from './identifiers.ts'
import type { TlsFiles } from './inbox-https.ts'

const DAY_MS = 86_400_000
const CA_DAYS = 3653
const SERVER_DAYS = 730
const RENEW_DAYS = 30
const KEY_BITS = 2048
const CA_NAME = 'Pix simulator inbox CA'

interface Issuing {
  clock: Clock
  random: Random
}

interface Pair {
  certificate: forge.pki.Certificate
  key: forge.pki.rsa.PrivateKey
}

/**
 * Returns the inbox's certificate for localhost. A certificate authority of the inbox, valid for ten years, issues the
 * certificate. Saves both key pairs in `directory` (`inbox-ca.pem`, `inbox-ca-key.pem`, `inbox-cert.pem`,
 * `inbox-key.pem`), and renews them when they are absent or about to expire. Only the files' owner can read the keys.
 * Callers of the inbox must trust `inbox-ca.pem`.
 */
export function inboxCertificates(directory: string, issuing: Issuing): TlsFiles {
  mkdirSync(directory, { recursive: true })
  const savedCa = readPair(directory, 'inbox-ca')
  const ca = savedCa !== undefined && isValid(savedCa, issuing.clock) ? savedCa : createCa(issuing)
  if (ca !== savedCa) writePair(directory, 'inbox-ca', ca)
  const saved = readPair(directory, 'inbox')
  const usable = saved !== undefined && ca === savedCa && isValid(saved, issuing.clock)
  const server = usable ? saved : createServerPair(issuing, ca)
  if (!usable) writePair(directory, 'inbox', server)
  return { key: forge.pki.privateKeyToPem(server.key), cert: forge.pki.certificateToPem(server.certificate) }
}

function createCa(issuing: Issuing): Pair {
  const pair = createUnsigned(issuing, CA_NAME, CA_DAYS)
  pair.certificate.setIssuer(pair.certificate.subject.attributes)
  pair.certificate.setExtensions([
    { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ])
  pair.certificate.sign(pair.key, forge.md.sha256.create())
  return pair
}

function createServerPair(issuing: Issuing, ca: Pair): Pair {
  const pair = createUnsigned(issuing, 'localhost', SERVER_DAYS)
  pair.certificate.setIssuer(ca.certificate.subject.attributes)
  pair.certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectKeyIdentifier' },
    {
      name: 'authorityKeyIdentifier',
      keyIdentifier: ca.certificate.generateSubjectKeyIdentifier().getBytes(),
    },
    {
      name: 'subjectAltName',
      altNames: [
        { type: 2, value: 'localhost' },
        { type: 7, ip: '127.0.0.1' },
        { type: 7, ip: '::1' },
      ],
    },
  ])
  pair.certificate.sign(ca.key, forge.md.sha256.create())
  return pair
}

function createUnsigned({ clock, random }: Issuing, commonName: string, days: number): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = serial(random)
  certificate.validity.notBefore = plusMs(clock.now(), -DAY_MS)
  certificate.validity.notAfter = plusMs(clock.now(), days * DAY_MS)
  certificate.setSubject([{ name: 'commonName', value: commonName }])
  return { certificate, key: forge.pki.privateKeyFromPem(privateKey) }
}

/**
 * Returns a random serial number of 16 bytes in hexadecimal. The first byte is below 0x80, because the serial number
 * must be positive.
 */
function serial(random: Random): string {
  const digits = Array.from({ length: 31 }, () => Math.floor(random() * 16).toString(16)).join('')
  return `4${digits}`
}

const isValid = (pair: Pair, clock: Clock): boolean =>
  pair.certificate.validity.notAfter > plusMs(clock.now(), RENEW_DAYS * DAY_MS)

function readPair(directory: string, name: string): Pair | undefined {
  try {
    const certificate = forge.pki.certificateFromPem(readFileSync(certificateFile(directory, name), 'utf8'))
    const key = forge.pki.privateKeyFromPem(readFileSync(keyFile(directory, name), 'utf8'))
    return isKeyOf(certificate, key) ? { certificate, key } : undefined
  } catch {
    return undefined
  }
}

/** Whether the private key belongs to the certificate. A crash between writing the two files can leave a mismatch. */
const isKeyOf = ({ publicKey }: forge.pki.Certificate, key: forge.pki.rsa.PrivateKey): boolean =>
  'n' in publicKey && publicKey.n.equals(key.n)

function writePair(directory: string, name: string, pair: Pair): void {
  replaceFile(keyFile(directory, name), forge.pki.privateKeyToPem(pair.key), 0o600)
  replaceFile(certificateFile(directory, name), forge.pki.certificateToPem(pair.certificate), 0o644)
}

/** Replaces a file atomically. */
export function replaceFile(path: string, text: string, mode: number): void {
  writeFileSync(`${path}.new`, text, { mode })
  renameSync(`${path}.new`, path)
}

const certificateFile = (directory: string, name: string): string =>
  join(directory, name === 'inbox' ? 'inbox-cert.pem' : `${name}.pem`)
const keyFile = (directory: string, name: string): string => join(directory, `${name}-key.pem`)
