import type { Client } from 'pg'
import { createApiKey } from '../src/api-keys/create-api-key.ts'
import { withToolContext } from '../src/cli/context/tool-context.ts'
import { migrateDatabase } from '../src/database.ts'
import { SCOPES } from '../src/kernel/scopes.ts'
import type { Context } from '../src/kernel/context.ts'
import { createMerchant } from '../src/merchants/create-merchant.ts'
import { Findings } from '../src/ledger/checks/findings.ts'
import { verifyMerchantLedger } from '../src/ledger/verify/verify-merchant-ledger.ts'
import { newSecret, sealSecret } from '../src/webhooks/endpoints/secret.ts'
import { serverSettings } from '../stack/embedded-settings.ts'
import { findPaths } from '../stack/paths.ts'
import { findFreePort } from '../stack/ports.ts'
import type { Settings } from '../stack/settings.ts'
import { SERVER_FLAGS } from '../stack/stack.ts'
import { connect, type Program, type Stack } from './stack.ts'

export type Role = 'api' | 'worker' | 'all'

export interface BenchMerchant {
  id: string
  apiKey: string
}

const UNLIMITED = { writeRate: 1_000_000, readRate: 1_000_000, searchRate: 1_000_000 }

/** A migrated database and the servers that use it. */
export class Deployment {
  readonly servers = new Map<Role, Program>()
  readonly origin: string
  readonly callbackPath: string

  private constructor(
    readonly stack: Stack,
    readonly database: string,
    readonly settings: Settings,
    /** A connection with the role of the owner. Reads int8 as bigint. */
    readonly owner: Client,
  ) {
    this.origin = settings['PUBLIC_URL'] ?? ''
    this.callbackPath = `/network/${settings['PIX_CALLBACK_SECRET']}/pix`
  }

  /** Creates the database unless it exists, and migrates it, by default with the migrations of this build. */
  static async open(
    stack: Stack,
    database: string,
    migrate: (ownerUrl: string) => Promise<unknown> = migrateDatabase,
  ): Promise<Deployment> {
    await stack.postgres.createDatabase(database)
    const ownerUrl = stack.postgres.ownerUrl(database)
    await migrate(ownerUrl)
    const PORT = String(await findFreePort())
    const settings = {
      ...stack.settings,
      DATABASE_URL: stack.postgres.applicationUrl(database),
      CONSOLE_DATABASE_URL: stack.postgres.consoleUrl(database),
      MIGRATION_DATABASE_URL: ownerUrl,
      PORT,
      PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    }
    return new Deployment(stack, database, settings, await connect(ownerUrl))
  }

  get applicationUrl(): string {
    return this.stack.postgres.applicationUrl(this.database)
  }

  /** Returns the process id of the server of a role. @throws Error when this server is not running. */
  pidOf(role: Role): number {
    const { pid } = this.servers.get(role) ?? {}
    if (pid === undefined) throw new Error(`BUG: no server with role ${role} is running`)
    return pid
  }

  /** Starts a server and waits until it is ready. `more` overrides its settings. */
  async start(role: Role, more: Settings = {}): Promise<void> {
    const args = [...SERVER_FLAGS, findPaths('.').program('src/main.js'), `--role=${role}`]
    const env = { ...serverSettings(this.settings), ...more }
    this.servers.set(role, await this.stack.start(`${this.database} ${role}`, args, env))
  }

  /** Replaces the API server by the bare service of the benchmark: see `bare/service.ts`. */
  async startBareApi(merchants: readonly BenchMerchant[]): Promise<void> {
    await this.stop('api')
    const BARE_MERCHANTS = merchants.map(({ id }) => id).join(',')
    const args = [...SERVER_FLAGS, findPaths('.').program('bench/bare/service.js')]
    const env = { ...serverSettings(this.settings), BARE_MERCHANTS }
    this.servers.set('api', await this.stack.start(`${this.database} bare`, args, env))
  }

  async stop(role: Role): Promise<void> {
    await this.servers.get(role)?.stop()
    this.servers.delete(role)
  }

  /** Stops the servers and disconnects. Keeps the database. */
  async close(): Promise<void> {
    await Promise.all(Array.from(this.servers.keys(), (role) => this.stop(role)))
    await this.owner.end()
  }

  /** Runs `work` with a context like that of CLI commands, which use the application's database role. */
  withContext<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    return withToolContext(this.settings, { applicationName: 'bench', poolSize: 4 }, work)
  }

  /**
   * Creates merchants with the use cases of the service. By default, the fee of these merchants is 2 %, and their
   * reserve is 10 % for 30 days.
   */
  createMerchants(count: number, reserveBps = 1_000): Promise<BenchMerchant[]> {
    return this.withContext(async (ctx) => {
      const created: BenchMerchant[] = []
      const terms = { ...UNLIMITED, reserveBps, reserveDays: 30 }
      for (let n = 1; n <= count; n++) {
        const { id } = await createMerchant(ctx, { name: `Loja ${n}`, document: '11444777000161', terms })
        const { key } = await createApiKey(ctx, id, { name: 'bench', scopes: SCOPES })
        created.push({ id, apiKey: key })
      }
      return created
    })
  }

  /**
   * Creates `each` active endpoints for each merchant. Inserts the endpoints with the owner's role, because the use
   * case would resolve and check each address. `raisedLimits` gives each endpoint the limits that a merchant with more
   * than 20 events per second needs.
   */
  createEndpoints(
    merchants: readonly BenchMerchant[],
    { port = this.stack.receiver.port, each = 1, raisedLimits = false } = {},
  ): Promise<void> {
    return this.withContext(async (ctx) => {
      const now = ctx.clock.now()
      const endpoints = Array.from({ length: merchants.length * each }, (_, n) => {
        const [id, merchantId] = [ctx.ids.uuid(now), merchants[n % merchants.length]?.id]
        const { box, keyId } = sealSecret(ctx, newSecret(ctx), id)
        const url = `https://localhost:${port}/${merchantId}/${n}`
        return { id, merchant_id: merchantId, url, box: box.toString('hex'), key_id: keyId }
      })
      const limits = raisedLimits ? [16, 1_000] : [4, 20]
      await this.owner.query(INSERT_ENDPOINTS, [JSON.stringify(endpoints), now, ...limits])
    })
  }

  /**
   * Verifies the ledgers of these merchants, including the hash chains, with the verifier of the service. Returns the
   * number of entries read.
   * @throws Error with the first finding.
   */
  verifyLedgers(merchants: readonly BenchMerchant[]): Promise<bigint> {
    return this.withContext(async (ctx) => {
      const findings = new Findings()
      let entries = 0n
      for (const { id } of merchants) entries += await verifyMerchantLedger(ctx, id, findings)
      const [first] = findings.items
      if (!first) return entries
      throw new Error(
        `bench: the ledgers have ${findings.count} findings, the first: ${JSON.stringify(first)}`,
      )
    })
  }
}

const INSERT_ENDPOINTS = `
  insert into webhook_endpoint (id, merchant_id, environment, url, event_types, status, secret_box, secret_key_id,
    secret_last4, consecutive_failures, pause_step, half_open, max_in_flight, rate_per_second, rate_tokens,
    rate_filled_at, last_claim_at, created_at, updated_at)
  select id, merchant_id, 'production', url, '{}', 'active', decode(box, 'hex'), key_id, 'last', 0, 0, false, $3,
    $4::integer, $4::integer, $2, $2, $2, $2
  from jsonb_to_recordset($1::jsonb) as given (id uuid, merchant_id uuid, url text, box text, key_id text)`
