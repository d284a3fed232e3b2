import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { certificatesIn, endsOfTexts, type CertificateEnd } from '../../kernel/settings/certificate-ends.ts'
import { invalidSettings } from '../../kernel/settings/parse-variables.ts'

/**
 * The certificates and the key of a TLS connection to a PSP, as PEM texts. Undefined properties are not used. Without
 * `cert`, the service sends no client certificate. Without `ca`, the service trusts the authorities of the system. The
 * object never changes: changed files give a new object.
 */
export interface TlsMaterial {
  readonly cert: string | undefined
  readonly key: string | undefined
  readonly ca: string | undefined
}

/** The paths of the PEM files. mTLS needs both a certificate and a key. */
export interface TlsFiles {
  certFile: string | undefined
  keyFile: string | undefined
  caFile: string | undefined
}

/** The names of certificate, key and authorities in error messages: names of settings, or of input fields. */
export interface TlsNames {
  cert: string
  key: string
  ca: string
}

/** The names for the account that the `PIX_*` variables describe. */
export const PIX_TLS_NAMES: TlsNames = { cert: 'PIX_CERT_FILE', key: 'PIX_KEY_FILE', ca: 'PIX_CA_FILE' }

export const NO_TLS_MATERIAL: TlsMaterial = { cert: undefined, key: undefined, ca: undefined }

/**
 * Reads and checks the files. A text in `texts` replaces its file.
 * @throws ConfigError when a file cannot be read, or when the material cannot be used
 */
export function readTlsFiles(
  files: TlsFiles,
  names = PIX_TLS_NAMES,
  texts: Partial<TlsMaterial> = {},
): TlsMaterial {
  const paths = { cert: files.certFile, key: files.keyFile, ca: files.caFile }
  const read = (part: keyof TlsNames): string | undefined => {
    const path = paths[part]
    if (texts[part] !== undefined || path === undefined) return texts[part]
    try {
      return readFileSync(path, 'utf8')
    } catch {
      throw invalidSettings([`${names[part]}: ${path} cannot be read`])
    }
  }
  const material = { cert: read('cert'), key: read('key'), ca: read('ca') }
  const fault = findTlsFault(material, names)
  if (fault !== undefined) throw invalidSettings([fault])
  return material
}

/**
 * Returns why a connection cannot use the material, such as a key that does not belong to the certificate; undefined if
 * a connection can use it. The returned text contains no part of the certificates or the key. Does not check whether a
 * certificate has expired.
 */
export function findTlsFault({ cert, key, ca }: TlsMaterial, names: TlsNames): string | undefined {
  if ((cert === undefined) !== (key === undefined))
    return `${names.cert} and ${names.key} must both be set or both be absent`
  if (ca !== undefined && firstCertificate(ca) === undefined)
    return `${names.ca} contains an invalid certificate, or none`
  if (cert !== undefined && key !== undefined) {
    const certificate = firstCertificate(cert)
    if (!certificate) return `${names.cert} contains an invalid certificate, or none`
    const privateKey = parseKey(key)
    if (!privateKey) return `${names.key} contains no readable private key without a passphrase`
    if (!certificate.checkPrivateKey(privateKey))
      return `${names.key} is not the key of the first certificate in ${names.cert}`
  }
  try {
    createSecureContext({ cert, key, ca })
    return undefined
  } catch {
    return `the TLS library refuses ${names.cert}, ${names.key} or ${names.ca}`
  }
}

/** Returns the first certificate; undefined if there is no certificate or at least one certificate is malformed. */
export function firstCertificate(pem: string): X509Certificate | undefined {
  try {
    return certificatesIn(pem)[0]
  } catch {
    return undefined
  }
}

/** Returns the private key of a PEM text; undefined if there is none or it needs a passphrase. */
export function parseKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

/** Returns when the certificates of a connection to the PSP expire. */
export const endsOf = ({ cert, ca }: TlsMaterial): CertificateEnd[] =>
  endsOfTexts([
    ['psp_client', cert],
    ['psp_ca', ca],
  ])
