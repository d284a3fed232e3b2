import { firstEndOf } from '../../kernel/settings/certificate-ends.ts'
import { findTlsFault, firstCertificate, parseKey } from './tls-material.ts'

/**
 * Why given PEM texts cannot be used for connections to a PSP. A request with such texts is refused with this value as
 * the error reason.
 */
export type PemFault =
  | 'certificate_malformed'
  | 'certificate_expired'
  | 'private_key_malformed'
  | 'private_key_of_other_certificate'
  | 'authorities_malformed'

const NAMES = { cert: 'certificate', key: 'private key', ca: 'authorities' }

/**
 * Returns why the texts cannot be used at `now`; undefined if they can be used. `certificate` may contain a chain: the
 * client certificate, then the certificates of its authorities. The chain counts as expired when one of its
 * certificates has expired.
 */
export function pemFaultOf(
  given: { certificate: string; privateKey: string } | { ca: string },
  now: Date,
): PemFault | undefined {
  if ('ca' in given) {
    const tls = { cert: undefined, key: undefined, ca: given.ca }
    return findTlsFault(tls, NAMES) === undefined ? undefined : 'authorities_malformed'
  }
  const { certificate, privateKey } = given
  const first = firstCertificate(certificate)
  if (!first) return 'certificate_malformed'
  const endsAt = firstEndOf(certificate)
  if (endsAt && endsAt <= now) return 'certificate_expired'
  const key = parseKey(privateKey)
  if (!key) return 'private_key_malformed'
  if (!first.checkPrivateKey(key)) return 'private_key_of_other_certificate'
  const tls = { cert: certificate, key: privateKey, ca: undefined }
  return findTlsFault(tls, NAMES) === undefined ? undefined : 'certificate_malformed'
}
