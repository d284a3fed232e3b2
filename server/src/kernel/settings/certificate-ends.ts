import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import { invalidSettings } from './parse-variables.ts'

/** The names of the certificates that a process uses. */
export const CERTIFICATES = ['psp_client', 'psp_ca', 'callback_server', 'callback_ca', 'webhook_ca'] as const
export type CertificateName = (typeof CERTIFICATES)[number]

/** A file or text with certificates, by its name, and when the first of these certificates expires. */
export interface CertificateEnd {
  certificate: CertificateName
  endsAt: Date
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Returns the certificates of a PEM text, in their order. @throws Error when a certificate is malformed. */
export const certificatesIn = (pem: string): X509Certificate[] =>
  Array.from(pem.matchAll(PEM), ([block]) => new X509Certificate(block))

/** Returns when the first of the certificates in each PEM text expires. Omits texts without a certificate. */
export const endsOfTexts = (
  texts: readonly (readonly [CertificateName, string | undefined])[],
): CertificateEnd[] =>
  texts.flatMap(([certificate, pem]) => {
    const endsAt = firstEndOf(pem)
    return endsAt ? [{ certificate, endsAt }] : []
  })

/** Returns when the first of the certificates in a PEM text expires. Returns undefined without a certificate. */
export function firstEndOf(pem: string | undefined): Date | undefined {
  const ends = pem === undefined ? [] : certificatesIn(pem).map(({ validTo }) => Date.parse(validTo))
  return ends.length === 0 ? undefined : new Date(Math.min(...ends))
}

/**
 * Reads the files of the authorities that are trusted for webhook receivers. Returns when the first certificate in
 * these files expires; an empty list without files. A file may contain several certificates.
 * @throws ConfigError that names each file that cannot be read or has no valid certificate
 */
export function readWebhookCaEnds({ webhookCaFiles }: Pick<Config, 'webhookCaFiles'>): CertificateEnd[] {
  const found = webhookCaFiles.map((file) => ({ file, end: endIn(file) }))
  const faults = found.flatMap(({ file, end }) =>
    end instanceof Date ? [] : [`WEBHOOK_CA_FILE: ${file} ${end}`],
  )
  if (faults.length > 0) throw invalidSettings(faults)
  const times = found.flatMap(({ end }) => (end instanceof Date ? [end.getTime()] : []))
  return times.length === 0 ? [] : [{ certificate: 'webhook_ca', endsAt: new Date(Math.min(...times)) }]
}

/** Returns when the first of the certificates in a file expires; a text with the reason if there is none. */
function endIn(file: string): Date | string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return 'cannot be read'
  }
  try {
    return firstEndOf(text) ?? 'contains no PEM certificate'
  } catch {
    return 'contains an invalid certificate'
  }
}
