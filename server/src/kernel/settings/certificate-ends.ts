import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import { invalidSettings } from './parse-variables.ts'

/** The certificates that a process reads from files when it starts. */
export const CERTIFICATES = ['psp_client', 'psp_ca', 'webhook_ca'] as const
export type CertificateName = (typeof CERTIFICATES)[number]

/** A setting, and when the first of its certificates expires. */
export interface CertificateEnd {
  certificate: CertificateName
  endsAt: Date
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/**
 * Reads when the certificates in the files that the settings name expire. A file may contain several certificates.
 * @throws ConfigError that names each file that cannot be read or has no valid certificate
 */
export function readCertificateEnds({ pix, webhookCaFiles }: Config): CertificateEnd[] {
  const settings: [name: CertificateName, variable: string, files: (string | undefined)[]][] = [
    ['psp_client', 'PIX_CERT_FILE', [pix.certFile]],
    ['psp_ca', 'PIX_CA_FILE', [pix.caFile]],
    ['webhook_ca', 'WEBHOOK_CA_FILE', webhookCaFiles],
  ]
  const faults: string[] = []
  const ends = settings.flatMap(([certificate, variable, files]) => {
    const times = files.flatMap((file) => {
      if (file === undefined) return []
      const found = endsIn(file)
      if (Array.isArray(found)) return found
      faults.push(`${variable}: ${file} ${found}`)
      return []
    })
    return times.length === 0 ? [] : [{ certificate, endsAt: new Date(Math.min(...times)) }]
  })
  if (faults.length > 0) throw invalidSettings(faults)
  return ends
}

/**
 * Returns when the certificates in a file expire, in milliseconds since 1970; a text with the reason if there are none.
 */
function endsIn(file: string): number[] | string {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return 'cannot be read'
  }
  const blocks = text.match(PEM)
  if (!blocks) return 'contains no PEM certificate'
  try {
    return blocks.map((block) => Date.parse(new X509Certificate(block).validTo))
  } catch {
    return 'contains an invalid certificate'
  }
}
