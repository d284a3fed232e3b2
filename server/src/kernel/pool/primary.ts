import { Client } from 'pg'
import { sqlState } from '../context.ts'
import { hostUrls } from '../settings/database-url.ts'
import { callBack } from './call-back.ts'

/** How long a single connection searches for the primary, in milliseconds. */
const SEARCH_MS_MAX = 10_000

const NO_PRIMARY = 'NO_PRIMARY'

/** Thrown when no host accepts writes, for example during a failover. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary'
  readonly code = NO_PRIMARY
}

/**
 * Returns whether an error is a NoPrimary or a copy of one. The ORM copies errors with their code but without their
 * class.
 */
export const isNoPrimary = (error: unknown): boolean =>
  error instanceof Error && (Reflect.get(error, 'code') === NO_PRIMARY || isNoPrimary(error.cause))

/** How to connect to the database of a URL. */
export interface ConnectionTo {
  /** The URL with only the first of its hosts. */
  connectionString: string
  /**
   * The class of the connections. With several hosts, connections of this class go to the host that accepts writes.
   */
  Client: typeof Client
}

/**
 * Returns how to connect to the database of a URL. The driver accepts only one host. With several hosts, each new
 * connection goes to the host that accepts writes, as with `target_session_attrs=read-write` of libpq. All connections
 * that use one result share one search for the primary. The search waits for each host for at most `searchMs`. It asks
 * all hosts at the same time, so that a host that does not answer delays nothing.
 */
export function connectionTo(url: string, searchMs: number): ConnectionTo {
  const [first = url, ...others] = hostUrls(url)
  return {
    connectionString: first,
    Client: others.length === 0 ? Client : clientOf(new Primary([first, ...others], searchMs)),
  }
}

/**
 * Returns a client for a single connection to the host of `url` that accepts writes. The caller must connect and end
 * the client.
 */
export function newClient(url: string, options: { application_name: string }): Client {
  const { connectionString, Client: Chosen } = connectionTo(url, SEARCH_MS_MAX)
  return new Chosen({ ...options, connectionString })
}

interface Host {
  host: string
  port: number
}

/** Finds the host that accepts writes, and remembers this host until a connection to it fails. */
class Primary {
  readonly #urls: readonly string[]
  readonly #searchMs: number
  #found: Host | undefined
  #search: Promise<Host> | undefined

  constructor(urls: readonly string[], searchMs: number) {
    this.#urls = urls
    this.#searchMs = searchMs
  }

  /** Returns the host that accepts writes. Concurrent callers share one search. @throws NoPrimary */
  async find(): Promise<Host> {
    if (this.#found) return this.#found
    this.#search ??= searchPrimary(this.#urls, this.#searchMs).finally(() => {
      this.#search = undefined
    })
    this.#found = await this.#search
    return this.#found
  }

  forget(host: Host): void {
    if (this.#found === host) this.#found = undefined
  }
}

async function searchPrimary(urls: readonly string[], searchMs: number): Promise<Host> {
  try {
    return await Promise.any(urls.map((url) => checkHost(url, searchMs)))
  } catch (error) {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error]
    // A refused role or password is an error of the settings. Another attempt would fail in the same way.
    const refusal = errors.find((one) => sqlState(one)?.startsWith('28'))
    if (refusal !== undefined) throw refusal
    const reasons = errors.map((one) => (one instanceof Error ? one.message : String(one)))
    throw new NoPrimary(`no host of the database accepts writes: ${reasons.join('; ')}`, { cause: error })
  }
}

/** Returns the host of a URL. @throws Error if the host is unreachable or accepts no writes. */
async function checkHost(url: string, searchMs: number): Promise<Host> {
  const client = new Client({
    connectionString: url,
    application_name: 'search for the primary',
    connectionTimeoutMillis: searchMs,
    query_timeout: searchMs,
  })
  // Without this listener, a lost connection would end this process with an error event.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await assertWritable(client)
    return { host: client.host, port: client.port }
  } finally {
    // Do not wait until the connection is closed, because a host that no longer answers would delay the close.
    void client.end().catch(() => undefined)
  }
}

/** @throws NoPrimary when the host of the connection is a standby. */
async function assertWritable(client: Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
  if (rows[0]?.transaction_read_only !== 'off')
    throw new NoPrimary(`the host ${client.host}:${client.port} accepts no writes`)
}

type OnConnected = Parameters<typeof Client.prototype.connect>[0]

/** Returns a class whose connections go to the primary. */
function clientOf(primary: Primary): typeof Client {
  return class PrimaryClient extends Client {
    override connect(): Promise<Client>
    override connect(onConnected: OnConnected): void
    override connect(onConnected?: OnConnected): Promise<Client> | void {
      const connected = this.#connectToPrimary()
      if (onConnected === undefined) return connected
      void callBack(connected, (error, client) => {
        Reflect.apply(onConnected, undefined, error === undefined ? [null, client] : [error])
      })
    }

    async #connectToPrimary(): Promise<Client> {
      const host = await primary.find()
      Object.assign(this, host)
      // Without this listener, a connection that is lost during the check would end this process with an error event.
      this.on('error', () => undefined)
      try {
        await super.connect()
        // The host may have become a standby since the search found it.
        await assertWritable(this)
        return this
      } catch (error) {
        primary.forget(host)
        void this.end().catch(() => undefined)
        throw error
      }
    }
  }
}
