import type { X509Certificate } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { certificatesIn } from '../../kernel/settings/certificate-ends.ts'
import { endsOfTexts, type CertificateEnd } from '../../kernel/settings/certificate-ends.ts'
import type { CallbackTlsConfig } from '../../kernel/settings/callback-tls-config.ts'
import { readTlsFiles, type TlsMaterial } from './tls-material.ts'
import { WatchedCredentials } from './watch-credentials.ts'

const NAMES = {
  cert: 'PIX_CALLBACK_TLS_CERT_FILE',
  key: 'PIX_CALLBACK_TLS_KEY_FILE',
  ca: 'PIX_CALLBACK_TLS_CA_FILE',
}
/** Empty OAuth2 credentials: the watcher of the files requires credentials, but callbacks need none. */
const NO_CLIENT = { clientId: '', clientSecret: '' }

/**
 * How callbacks prove with a client certificate that they come from a PSP. The certificate files may be replaced at any
 * time.
 */
export interface CallbackTls extends Pick<CallbackTlsConfig, 'header' | 'names' | 'server'> {
  /** Returns the authorities of the PSPs' client certificates. */
  authorities(): readonly X509Certificate[]
  /** Returns the certificate, the key and the authorities of the server for callbacks. */
  material(): TlsMaterial
  /** Returns when the certificates in use expire. */
  certificateEnds(): CertificateEnd[]
  /** Returns why the current contents of the files are not used; undefined if they are in use. */
  fault(): string | undefined
  /** Calls `use` with the new material each time the files were replaced. */
  onChange(use: (material: TlsMaterial) => void): void
  close(): void
}

/** Reads the files of the settings and starts to watch them. @throws ConfigError when a file cannot be used. */
export function openCallbackTls(
  { caFile, server, header, names }: CallbackTlsConfig,
  { clock, log }: { clock: Clock; log: Log },
): CallbackTls {
  const files = {
    certFile: server?.certFile,
    keyFile: server?.keyFile,
    caFile,
    clientIdFile: undefined,
    clientSecretFile: undefined,
  }
  const initial = readTlsFiles(files, NAMES)
  let authorities = certificatesIn(initial.ca ?? '')
  const users: ((material: TlsMaterial) => void)[] = [
    ({ ca }) => void (authorities = certificatesIn(ca ?? '')),
  ]
  const watched = new WatchedCredentials({
    files,
    initial: { client: NO_CLIENT, tls: initial },
    names: NAMES,
    onChange: ({ tls }) => users.forEach((use) => use(tls)),
    clock,
    log,
  }).start()
  return {
    header,
    names,
    server,
    authorities: () => authorities,
    material: () => watched.current().tls,
    certificateEnds() {
      const { cert, ca } = watched.current().tls
      return endsOfTexts([
        ['callback_server', cert],
        ['callback_ca', ca],
      ])
    },
    fault: () => watched.fault(),
    onChange: (use) => void users.push(use),
    close: () => watched.stop(),
  }
}
