import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Network } from '../../simulator/network.ts'
import { makeApp } from '../app.ts'
import { createApiKey } from '../api-keys/create-api-key.ts'
import { drainInbox } from '../payments/drain-inbox.ts'
import { SCOPES, type Scope } from '../kernel/scopes.ts'
import { APPLICATION_ROLE } from '../kernel/database/role-limits.ts'
import { readConfig } from '../kernel/settings/config.ts'
import { systemIds } from '../kernel/ids.ts'
import { makeLog, type Log } from '../kernel/log.ts'
import { openKit, type Kit, type ServiceContext } from '../kit.ts'
import { openTracing } from '../kernel/tracing/open-tracing.ts'
import { createMerchant } from '../merchants/create-merchant.ts'
import type { MerchantTerms } from '../merchants/terms.ts'
import { DEFAULT_PIX_ACCOUNT } from '../pix/pix-accounts.ts'
import type { PixProvider } from '../pix/provider.ts'
import { openSandbox, type Sandbox } from '../sandbox-kit.ts'
import { RestClient } from './clients/rest-client.ts'
import { listen } from './loopback.ts'
import { createWorldNetwork, PixNetworks } from './pix-networks.ts'
import { PATIENT_MS, TestClock } from './test-clock.ts'
import { cloneDatabase, cloneSandboxDatabase, type TestDatabase } from './test-database.ts'
import { WorldCells } from './world-cells.ts'
import {
  CALLBACK_SECRET,
  HIGH_RATE_LIMITS,
  NETWORK,
  PATIENCE,
  PIX_KEY,
  settingsOf,
} from './world-settings.ts'

export { CALLBACK_SECRET } from './world-settings.ts'

export interface WorldOptions {
  /** The terms of the default merchant that differ from the default terms. */
  terms?: Partial<MerchantTerms>
  /** The service's logger. The default logger writes warnings and errors to standard output. */
  log?: Log
  /** Settings that replace environment variables or add further ones. */
  settings?: Record<string, string>
  /** The timeout of calls to the PSP, in milliseconds. */
  pixTimeoutMs?: number
  /** The lock timeout of the application's role, in milliseconds. */
  lockMs?: number
  /**
   * If true, the world also has the test environment, with a separate database. The jobs of the test environment run
   * only when a test calls them.
   */
  hasSandbox?: boolean
  /** The ids of cells besides `main`, each with a database of its own. */
  cells?: readonly string[]
}

interface Parts {
  kit: Kit
  filesDir: string
  clock: TestClock
  network: Network
  database: TestDatabase
  server: Server
  baseUrl: string
  merchantId: string
  key: string
  pixTimeout: { ms: number }
  sandbox: Sandbox | undefined
  sandboxDatabase: TestDatabase | undefined
  cells: WorldCells
  networks: PixNetworks
}

/**
 * The whole service for one test file, with its own database and the app over real HTTP. The simulator of the Pix
 * network runs in the same process. There is one merchant, whose API key has every scope. The service calls the
 * simulator through the production adapter. Jobs run only when a test calls them. Time limits are long, so that no call
 * fails on a slow machine. A test of a time limit sets a short limit itself.
 */
export class World implements AsyncDisposable {
  readonly kit: Kit
  /** The folder in which the service stores the files of disputes. */
  readonly filesDir: string
  readonly clock: TestClock
  readonly network: Network
  /** The simulators of the other receiving accounts. */
  readonly networks: PixNetworks
  readonly database: TestDatabase
  readonly baseUrl: string
  readonly merchantId: string
  readonly key: string
  readonly sandbox: Sandbox | undefined
  readonly cells: WorldCells
  readonly #sandboxDatabase: TestDatabase | undefined
  readonly #server: Server
  readonly #pixTimeout: { ms: number }

  private constructor(parts: Parts) {
    this.kit = parts.kit
    this.filesDir = parts.filesDir
    this.clock = parts.clock
    this.network = parts.network
    this.networks = parts.networks
    this.database = parts.database
    this.baseUrl = parts.baseUrl
    this.merchantId = parts.merchantId
    this.key = parts.key
    this.sandbox = parts.sandbox
    this.cells = parts.cells
    this.#sandboxDatabase = parts.sandboxDatabase
    this.#server = parts.server
    this.#pixTimeout = parts.pixTimeout
  }

  static async start(options: WorldOptions = {}): Promise<World> {
    const clock = new TestClock()
    const database = await cloneDatabase()
    if (options.lockMs !== undefined)
      await database.setLimit(APPLICATION_ROLE, 'lock_timeout', options.lockMs)
    const filesDir = join(tmpdir(), `pix-files-${systemIds.bytes(6).toString('hex')}`)
    const sandboxDatabase = options.hasSandbox ? await cloneSandboxDatabase() : undefined
    const cells = await WorldCells.clone(database, options.cells)
    const settings = {
      ...settingsOf(database),
      ...(options.settings?.['DISPUTE_FILES_S3_BUCKET'] ? {} : { DISPUTE_FILES_DIR: filesDir }),
      ...(sandboxDatabase ? { SANDBOX_DATABASE_URL: sandboxDatabase.url } : {}),
      ...cells.settings,
      ...options.settings,
    }
    const { config, secrets } = readConfig(settings)
    const app: { baseUrl: string } = { baseUrl: '' }
    const network = createWorldNetwork(clock, app, NETWORK)
    const { log, pixTimeoutMs = PATIENT_MS } = options
    const pixTimeout = { ms: pixTimeoutMs }
    const tracing = await openTracing(config, secrets, { clock, log: log ?? makeLog('warn') })
    const networks = new PixNetworks({ clock, app, pixTimeout, log: log ?? makeLog('silent'), tracing })
    const pix = networks.connect(network, { host: 'network.test', client: NETWORK, key: PIX_KEY })
    const replaced = { clock, pix, openPixAccount: networks.open, tracing, ...PATIENCE }
    const kit = await openKit(config, secrets, { ...replaced, ...(log ? { log } : {}) })
    const sandbox = await openSandbox(kit, PATIENCE)
    const { pix: _, ...shared } = replaced
    await cells.open(kit, settings, shared)
    // The keep-alive timeout of the server is long. If the server closed an idle connection while a client sends a
    // request, the request would fail.
    const server = createServer(
      { keepAliveTimeout: PATIENT_MS },
      makeApp(kit, undefined, undefined, { sandbox, cells: cells.ofProcess }),
    )
    app.baseUrl = await listen(server)
    const ctx = kit.context('test')
    await pix.registerCallback(`${config.publicUrl}/network/${CALLBACK_SECRET}`)
    const merchant = await createMerchant(ctx, {
      name: 'Padaria São João',
      document: '12345678000195',
      terms: { ...HIGH_RATE_LIMITS, ...options.terms },
    })
    const { key } = await createApiKey(ctx, merchant.id, { name: 'tudo', scopes: SCOPES })
    return new World({
      kit,
      filesDir,
      clock,
      network,
      database,
      server,
      key,
      baseUrl: app.baseUrl,
      merchantId: merchant.id,
      pixTimeout,
      sandbox,
      sandboxDatabase,
      cells,
      networks,
    })
  }

  /** Runs `work`. Calls to the PSP that start while `work` runs have a timeout of `ms` milliseconds. */
  async withPixTimeout<T>(ms: number, work: () => Promise<T>): Promise<T> {
    const before = this.#pixTimeout.ms
    this.#pixTimeout.ms = ms
    try {
      return await work()
    } finally {
      this.#pixTimeout.ms = before
    }
  }

  /** Creates a context like that of a request or a job run. */
  context(actor = 'test'): ServiceContext {
    return this.kit.context(actor)
  }

  /** The adapter to the PSP of the receiving account `default`. */
  get pix(): PixProvider {
    return this.kit.pix.of(DEFAULT_PIX_ACCOUNT)
  }

  /** A client of the default merchant, whose key has every scope. */
  get rest(): RestClient {
    return new RestClient(this.baseUrl, this.key)
  }

  /** Creates another merchant and a key with every scope. */
  async anotherMerchant(
    terms: Partial<MerchantTerms> = {},
  ): Promise<{ merchantId: string; rest: RestClient }> {
    const merchant = await createMerchant(this.context(), {
      name: 'Loja B',
      document: '98765432000198',
      terms,
    })
    const { key } = await createApiKey(this.context(), merchant.id, { name: 'tudo', scopes: SCOPES })
    return { merchantId: merchant.id, rest: new RestClient(this.baseUrl, key) }
  }

  /** Creates a key of the default merchant with only these scopes. Returns a client with this key. */
  async restWith(scopes: readonly Scope[]): Promise<RestClient> {
    const { key } = await createApiKey(this.context(), this.merchantId, { name: 'parcial', scopes })
    return new RestClient(this.baseUrl, key)
  }

  /** Waits until the simulators have sent their callbacks, then records all payments that wait in the inbox. */
  async settleInbox(): Promise<void> {
    await this.network.idle()
    await this.networks.idle()
    while ((await drainInbox(this.context('job:inbox'), 100)) > 0);
  }

  async stop(): Promise<void> {
    this.network.close()
    this.networks.close()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
    await this.sandbox?.kit.close()
    await this.cells.close()
    await this.kit.close()
    await this.kit.tracing.close()
    await this.#sandboxDatabase?.drop()
    await this.cells.drop()
    await this.database.drop()
    await rm(this.filesDir, { recursive: true, force: true })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop()
  }
}
