import { readFile } from 'node:fs/promises'
import { isDeepStrictEqual } from 'node:util'
import { DONE, type Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { firstEndOf } from '../../kernel/settings/certificate-ends.ts'
import {
  findTlsFault,
  PIX_TLS_NAMES,
  type TlsFiles,
  type TlsMaterial,
  type TlsNames,
} from './tls-material.ts'

/** The time in milliseconds between two reads of the files. */
const READ_MS = 1_000
const SECRET_CHARS_MAX = 16 * 1024

/** The OAuth2 client credentials. The object never changes: changed credentials are a new object. */
export interface PixClient {
  readonly clientId: string
  readonly clientSecret: string
}

/** The credentials with which the service calls a PSP. */
export interface PixCredentials {
  readonly client: PixClient
  readonly tls: TlsMaterial
}

/** The paths of the files. A secret without a file never changes. */
export interface CredentialFiles extends TlsFiles {
  clientIdFile: string | undefined
  clientSecretFile: string | undefined
}

/** Credentials that may change while the process runs. */
export interface CredentialSource {
  /** Returns the credentials for the next connection and for the next token request. */
  current(): PixCredentials
  /** Returns why the credentials in the files are not used; undefined if these credentials are in use. */
  fault(): string | undefined
}

interface WatchOptions {
  files: CredentialFiles
  /** The credentials that the process read when it started. */
  initial: PixCredentials
  /** The names that messages use for the contents of the files; by default the names of the settings `PIX_*`. */
  names?: TlsNames | undefined
  /** The watcher calls this function after a change, with the new credentials. */
  onChange?: (credentials: PixCredentials) => void
  clock: Clock
  log: Log
}

type Contents = Partial<Record<keyof CredentialFiles, string>>

/**
 * Reads the files every second. Uses changed contents only when two reads in a row return the same contents, because
 * another process may still be writing. Files that do not belong together, cannot be read or contain an expired
 * certificate are not used: the earlier credentials stay in use, and `fault` returns the reason. Does not wait for
 * events of the file system: when a mounted Kubernetes secret changes, only a symbolic link in the path of the file is
 * replaced, so a watched file may report no event.
 */
export class WatchedCredentials implements CredentialSource {
  readonly #options: WatchOptions
  readonly #names: TlsNames
  readonly #stopped = new AbortController()
  #current: PixCredentials
  #fault: string | undefined
  /** The contents of the last read, as text to compare. */
  #lastRead: string | undefined
  /** The contents that were last used or refused. */
  #handled: string | undefined

  constructor(options: WatchOptions) {
    this.#options = options
    this.#current = options.initial
    this.#names = options.names ?? PIX_TLS_NAMES
  }

  current(): PixCredentials {
    return this.#current
  }

  fault(): string | undefined {
    return this.#fault
  }

  /** Starts to read the files every second. Does nothing if the settings name no file. */
  start(): this {
    if (Object.values(this.#options.files).some((file) => file !== undefined)) void this.#run()
    return this
  }

  stop(): void {
    this.#stopped.abort(DONE)
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      await this.check()
      await this.#options.clock.sleep(READ_MS, signal)
    }
  }

  /** Reads the files once. Never throws. */
  async check(): Promise<void> {
    const read = await readAll(this.#options.files, this.#names)
    const text = JSON.stringify(read)
    const isStable = text === this.#lastRead
    this.#lastRead = text
    if (!isStable || text === this.#handled || this.#stopped.signal.aborted) return
    this.#handled = text
    if ('fault' in read) this.#refuse(read.fault)
    else this.#use(read.contents)
  }

  #use(contents: Contents): void {
    const previous = this.#current
    const next = replaceIn(previous, contents)
    const changed = { certificate: next.tls !== previous.tls, client: next.client !== previous.client }
    const isChanged = changed.certificate || changed.client
    const fault = isChanged
      ? findFault(contents, next, { names: this.#names, now: this.#options.clock.now() })
      : undefined
    if (fault !== undefined) {
      this.#refuse(fault)
      return
    }
    this.#fault = undefined
    if (!isChanged) return
    this.#current = next
    this.#options.onChange?.(next)
    this.#options.log.info(
      { ...changed, certificate_ends_at: firstEndOf(next.tls.cert) },
      'pix: the credentials were replaced; new connections and token requests use the new ones',
    )
  }

  #refuse(fault: string): void {
    this.#fault = fault
    this.#options.log.error(
      { alarm: 'credentials_not_loaded', fault },
      'pix: the changed credentials are not used; the earlier ones stay in use',
    )
  }
}

/** Returns the files, each with its name in messages. */
const namedFiles = (names: TlsNames) =>
  [
    ['certFile', names.cert],
    ['keyFile', names.key],
    ['caFile', names.ca],
    ['clientIdFile', 'PIX_CLIENT_ID_FILE'],
    ['clientSecretFile', 'PIX_CLIENT_SECRET_FILE'],
  ] as const

async function readAll(
  files: CredentialFiles,
  names: TlsNames,
): Promise<{ contents: Contents } | { fault: string }> {
  const contents: Contents = {}
  for (const [name, setting] of namedFiles(names)) {
    const file = files[name]
    if (file === undefined) continue
    try {
      contents[name] = await readFile(file, 'utf8')
    } catch {
      return { fault: `${setting}: the file cannot be read` }
    }
  }
  return { contents }
}

/**
 * Returns the credentials with the contents of the files. Keeps the object `client` or `tls` if its values are
 * unchanged.
 */
function replaceIn({ client, tls }: PixCredentials, contents: Contents): PixCredentials {
  const nextClient = {
    clientId: secretOf(contents.clientIdFile) ?? client.clientId,
    clientSecret: secretOf(contents.clientSecretFile) ?? client.clientSecret,
  }
  const nextTls = {
    cert: contents.certFile ?? tls.cert,
    key: contents.keyFile ?? tls.key,
    ca: contents.caFile ?? tls.ca,
  }
  return {
    client: isDeepStrictEqual(nextClient, client) ? client : nextClient,
    tls: isDeepStrictEqual(nextTls, tls) ? tls : nextTls,
  }
}

/** Returns the text without the newlines at its end, as `readSecretFiles` does. */
const secretOf = (text: string | undefined): string | undefined => text?.replace(/[\r\n]+$/, '')

/**
 * Returns why the credentials cannot be used; undefined if the credentials can be used. `contents` is what the files
 * contain.
 */
function findFault(
  contents: Contents,
  { tls }: PixCredentials,
  { names, now }: { names: TlsNames; now: Date },
): string | undefined {
  for (const [setting, text] of [
    ['PIX_CLIENT_ID_FILE', contents.clientIdFile],
    ['PIX_CLIENT_SECRET_FILE', contents.clientSecretFile],
  ] as const) {
    const secret = secretOf(text)
    if (secret === '') return `${setting}: the file is empty`
    if (secret !== undefined && (secret.length > SECRET_CHARS_MAX || secret.includes('\uFFFD')))
      return `${setting}: the file contains no secret as UTF-8 text`
  }
  const fault = findTlsFault(tls, names)
  if (fault !== undefined) return fault
  const endsAt = firstEndOf(tls.cert)
  return endsAt && endsAt <= now
    ? `${names.cert}: the certificate expired at ${endsAt.toISOString()}`
    : undefined
}
