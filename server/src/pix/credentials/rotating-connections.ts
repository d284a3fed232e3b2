import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { CertificateEnd } from '../../kernel/settings/certificate-ends.ts'
import { makeRotatingFetch, type ClosablePixFetch } from '../pix-fetch.ts'
import { endsOf, readTlsFiles, type TlsMaterial, type TlsNames } from './tls-material.ts'
import {
  WatchedCredentials,
  type CredentialFiles,
  type PixClient,
  type PixCredentials,
} from './watch-credentials.ts'

interface RotatingOptions {
  client: PixClient
  files: CredentialFiles
  /** PEM texts to use instead of the files. */
  texts?: Partial<TlsMaterial>
  /** The names that messages use for the contents of the files; by default the names of the settings `PIX_*`. */
  names?: TlsNames
  clock: Clock
  log: Log
}

/** The connections to a PSP and their credentials, whose files may be replaced while the process runs. */
export interface RotatingConnections extends ClosablePixFetch {
  /** Returns the credentials for the next connection and for the next token request. */
  credentials(): PixCredentials
  /** Returns why the contents of the changed files are not used; undefined if the current contents are in use. */
  fault(): string | undefined
  /** Returns when the certificates in use expire. */
  certificateEnds(): CertificateEnd[]
  /** Starts to look for replaced files. */
  watch(): void
}

/**
 * Opens the connections of an account.
 * @throws ConfigError when a certificate cannot be read or used
 */
export function openRotatingConnections(options: RotatingOptions): RotatingConnections {
  const { client, files, texts, names, clock, log } = options
  const initial = { client, tls: readTlsFiles(files, names, texts) }
  const watched = new WatchedCredentials({ files, initial, names, clock, log })
  const connections = makeRotatingFetch(() => watched.current().tls)
  return {
    fetch: connections.fetch,
    credentials: () => watched.current(),
    fault: () => watched.fault(),
    certificateEnds: () => endsOf(watched.current().tls),
    watch: () => void watched.start(),
    async close() {
      watched.stop()
      await connections.close()
    },
  }
}
