import type { AnnouncingContext } from './api-keys/announcing-context.ts'
import { makeKeyVerifier, type KeyVerifier } from './api-keys/verify-api-key.ts'
import { openDatabase, type Database } from './database.ts'
import { makeFileTools, type FileTools, type WithFiles } from './files/file-tools.ts'
import { makeRateLimits, type RateLimits, type RateStore } from './http/rate-limit.ts'
import { UploadSlots } from './http/upload-slots.ts'
import { systemClock, type Clock } from './kernel/clock.ts'
import type { Config, Secrets } from './kernel/settings/config.ts'
import { readWebhookCaEnds, type CertificateEnd } from './kernel/settings/certificate-ends.ts'
import { systemIds, type Ids } from './kernel/ids.ts'
import { makeLog, type Log } from './kernel/log.ts'
import { countRuns } from './kernel/jobs/job-metrics.ts'
import { NO_METRICS, type Metrics } from './kernel/metrics/metrics.ts'
import { OtherCells, type LinkedContext } from './kernel/other-cells.ts'
import { usedConnections } from './kernel/pool/bound-pool.ts'
import { CALL_MS_MAX } from './kernel/pool/work-limits.ts'
import { Turns, turnLimitsOf } from './kernel/pool/turns.ts'
import { openTracing } from './kernel/tracing/open-tracing.ts'
import type { Tracing } from './kernel/tracing/tracing.ts'
import { makeVault, type Vault } from './kernel/vault.ts'
import { openMetrics } from './metrics/open-metrics.ts'
import type { PrometheusMetrics } from './metrics/prometheus-metrics.ts'
import type { CallbackTls } from './pix/credentials/callback-tls.ts'
import type { PixAccounts, WithPix } from './pix/pix-accounts.ts'
import type { PixProvider } from './pix/provider.ts'
import type { OpenAccount } from './pix-accounts/account-registry.ts'
import type { AccountState } from './pix-accounts/account-state.ts'
import type { CallCounts } from './pix-accounts/call-counts.ts'
import { openPixAccounts } from './pix-accounts/open-account.ts'
import { RequestLog } from './request-log/request-log.ts'
import type { WithSandbox } from './sandbox/account-context.ts'
import { JobStates } from './kernel/jobs/job-states.ts'
import { Wake } from './kernel/jobs/wake.ts'
import { FeedWaiters, type WithFeed } from './webhooks/feed/feed-waiters.ts'
import type { WebhookSender, WithSender } from './webhooks/sending/sender.ts'
import { makeWebhookSender } from './webhooks/sending/make-webhook-sender.ts'

const CACHED_KEYS_MAX = 10_000

/** The context of every use case and query of the service. */
export type ServiceContext = AnnouncingContext &
  LinkedContext &
  WithPix &
  WithSender &
  WithFiles &
  WithFeed &
  WithSandbox

/** The objects with which a process uses one database: its pools, clock, log and others. */
export interface Kit {
  config: Config
  secrets: Secrets
  database: Database
  /** The connection pool of the console. The console's database role has tighter limits. */
  consoleDatabase: Database
  clock: Clock
  ids: Ids
  vault: Vault
  log: Log
  metrics: Metrics
  /**
   * The same object as `metrics`, for the server that exports the metrics. Undefined if the process exports no metrics;
   * then `metrics` counts nothing.
   */
  exportedMetrics: PrometheusMetrics | undefined
  tracing: Tracing
  /** When the certificates of `WEBHOOK_CA_FILE` expire. */
  webhookCertificateEnds: readonly CertificateEnd[]
  pix: PixAccounts
  /** The client certificates that callbacks need; undefined if callbacks need none. */
  callbackTls: CallbackTls | undefined
  /** Returns the states of the receiving accounts in this process. */
  pixStates: () => AccountState[]
  /** The counts of the calls from this process to the PSPs that are not yet stored. */
  pixCalls: CallCounts
  sender: WebhookSender
  files: FileTools
  keys: KeyVerifier
  rateLimits: RateLimits
  /** Limits how many database connections one merchant's requests use, if these requests may wait for locked rows. */
  turns: Turns
  /** Limits how many uploads run at the same time. */
  uploads: UploadSlots
  /** The maximum time in milliseconds for which a call of the merchant API or of the console may use the database. */
  callMs: number
  /** `inbox` wakes this process's loop that records payments; `deliveries` wakes its loop that delivers webhooks. */
  wake: { inbox: Wake; deliveries: Wake }
  /** The calls from merchants in this process that wait for new events. */
  feedWaiters: FeedWaiters
  /** The calls of the merchant API that this process has served but not yet stored. */
  requestLog: RequestLog
  /** The state of each job's runs in this process. */
  jobStates: JobStates
  /** Returns contexts on the other cells of the process, once these cells are connected. */
  otherCells: OtherCells<ServiceContext>
  context(actor: string, correlationId?: string): ServiceContext
  /**
   * Returns a context for the console. The context uses a separate connection pool. The database role of that pool has
   * tighter limits.
   */
  consoleContext(correlationId: string): ServiceContext
  close(): Promise<void>
}

/** Parts of the kit that the caller replaces: a test, the simulation, a cell or the test environment. */
export interface KitOverrides {
  clock?: Clock
  ids?: Ids
  /** The provider of the account `default`. */
  pix?: PixProvider
  /** Opens the receiving accounts other than `default`. */
  openPixAccount?: OpenAccount
  /** If false, the counts of calls to the PSPs are stored only when a test flushes them. */
  storesPixCalls?: boolean
  sender?: WebhookSender
  log?: Log
  /** Tracing that several kits share. The owner of this object closes the object after the last of these kits. */
  tracing?: Tracing
  /** The maximum time in milliseconds that a caller waits for a database connection. */
  connectMs?: number
  callMs?: number
  /** The maximum time in milliseconds that a request waits for a turn. */
  turnMs?: number
  /** The time in milliseconds for which a call waits before the request log stores it. */
  collectMs?: number
  /** Announces new keys to the processes that choose a cell by the key. */
  announceKey?: AnnouncingContext['announceKey']
  /** True for the sandbox database: SQL statements see only the rows of the test account that `withAccount` names. */
  isScopedToAccount?: boolean
}

/**
 * The console's pool gets a quarter of the connections of the main pool, at least 4. With separate pools, console and
 * merchant requests cannot take connections from each other.
 */
const CONSOLE_POOL_SHARE = 4

/**
 * Opens the tools of a process: database pools, Pix adapter, webhook sender, key verifier and rate limits.
 * @throws ConfigError when a certificate file is missing or invalid
 */
export async function openKit(config: Config, secrets: Secrets, overrides: KitOverrides = {}): Promise<Kit> {
  const { clock = systemClock, ids = systemIds, log = makeLog(config.logLevel), announceKey } = overrides
  const webhookEnds = readWebhookCaEnds(config)
  const vault = openVault(ids, secrets)
  const tracing = overrides.tracing ?? (await openTracing(config, secrets, { clock, log }))
  const exportedMetrics = openMetrics(config.metrics)
  const metrics = exportedMetrics ?? NO_METRICS
  const otherCells = new OtherCells<ServiceContext>()
  const ofOtherCell = (cell: string, id: string) => otherCells.contextOf(cell)?.pix.of(id)
  const pixContext = () => context('pix-accounts')
  const pixTools = { clock, log, tracing, metrics: exportedMetrics, role: config.role, context: pixContext }
  const opened = openPixAccounts(config.pix, secrets, overrides, { ...pixTools, ofOtherCell })
  const { pix, pixCalls, ...accounts } = opened
  const sender =
    overrides.sender ??
    makeWebhookSender({ clock, allowPrivate: config.webhookAllowPrivate, caFiles: config.webhookCaFiles })
  const { database, consoleDatabase } = openPools(config, secrets, overrides)
  const rateLimits = makeRateLimits(await rateStore(config, secrets, database))
  const keys = makeKeyVerifier({ ttlMs: 1_000, sizeMax: CACHED_KEYS_MAX })
  const files = makeFileTools(config.files, secrets.s3Credentials)
  const feedWaiters = new FeedWaiters(() => context('feed'))
  const tools = { clock, ids, vault, pix, sender, files, metrics, tracing, feedWaiters, otherCells }
  const context: Kit['context'] = (actor, correlationId = ids.uuid(clock.now())) => ({
    ...tools,
    em: database.em(),
    log,
    actor,
    correlationId,
    ...(announceKey && { announceKey }),
  })
  const requestLog = new RequestLog(() => context('request-log'), overrides.collectMs)
  return {
    ...tools,
    exportedMetrics,
    pixCalls,
    config,
    secrets,
    webhookCertificateEnds: webhookEnds,
    callbackTls: accounts.callbackTls,
    pixStates: () => accounts.states(),
    database,
    consoleDatabase,
    log,
    keys,
    rateLimits,
    callMs: overrides.callMs ?? CALL_MS_MAX,
    turns: new Turns(turnLimitsOf(config.databasePoolSize, overrides.turnMs), () =>
      usedConnections(database.poolState()),
    ),
    uploads: new UploadSlots(),
    wake: { inbox: new Wake(), deliveries: new Wake() },
    requestLog,
    jobStates: new JobStates(clock, countRuns(metrics)),
    context,
    consoleContext: (correlationId) => ({ ...context('anonymous', correlationId), em: consoleDatabase.em() }),
    async close() {
      feedWaiters.stop()
      await requestLog.close()
      await keys.flush()
      await rateLimits.close()
      await sender.close()
      files.close()
      await accounts.close()
      await consoleDatabase.close()
      await database.close()
      if (!overrides.tracing) await tracing.close()
    },
  }
}

const openVault = (ids: Ids, { encryptionKeys, cursorSecret, fingerprintSecret }: Secrets): Vault =>
  makeVault(ids, { keys: encryptionKeys, cursorSecret, fingerprintSecret })

function openPools(
  { role, databasePoolSize }: Config,
  secrets: Secrets,
  { connectMs, isScopedToAccount }: KitOverrides,
) {
  const name = `pix-charge-service ${role}${isScopedToAccount ? ' sandbox' : ''}`
  const consolePoolSize = Math.max(CONSOLE_POOL_SHARE, Math.ceil(databasePoolSize / CONSOLE_POOL_SHARE))
  return {
    database: openDatabase({
      url: secrets.databaseUrl,
      poolSize: databasePoolSize,
      applicationName: name,
      connectMs,
      isScopedToAccount,
    }),
    consoleDatabase: openDatabase({
      url: secrets.consoleDatabaseUrl,
      poolSize: consolePoolSize,
      applicationName: `${name} console`,
      connectMs,
      isScopedToAccount,
    }),
  }
}

async function rateStore(config: Config, { redisUrl }: Secrets, database: Database): Promise<RateStore> {
  if (redisUrl) return { kind: 'redis', url: redisUrl }
  return config.rateLimitStore === 'database'
    ? { kind: 'database', pool: await database.pool() }
    : { kind: 'memory' }
}
