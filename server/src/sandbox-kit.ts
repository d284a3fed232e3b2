import { join } from 'node:path'
import type { GraphContext } from './graphql/context.ts'
import { serve, type Answer, type MerchantApi } from './http/serve.ts'
import type { Context } from './kernel/context.ts'
import type { Caller } from './kernel/caller.ts'
import type { Config, Secrets } from './kernel/settings/config.ts'
import { eachInAccount, withAccount } from './kernel/pool/account-scope.ts'
import { withDeadline } from './kernel/pool/work-limits.ts'
import { Problem } from './kernel/problem.ts'
import { findMissingMigrations } from './database.ts'
import { jobLoops, startSandboxJobs, type RunningJobs } from './jobs.ts'
import { openKit, type Kit, type KitOverrides, type ServiceContext } from './kit.ts'
import { merchantApi } from './merchant-api.ts'
import { requestLogLoops } from './request-log/request-log-jobs.ts'
import { AccountClock, accountContext, type SandboxTools } from './sandbox/account-context.ts'
import { makeIsolationCheck } from './sandbox/account-isolation.ts'
import { wakeAccount } from './sandbox/account-lease.ts'
import { testContext } from './sandbox/console-context.ts'
import { NO_NETWORK } from './pix/no-network.ts'
import { disputePayment } from './sandbox/network/dispute-payment.ts'
import { runSteps } from './sandbox/network/run-steps.ts'
import { sandboxJobsOf, sandboxLoops } from './sandbox/sandbox-jobs.ts'

/** The test environment of a process: a second instance of the service that uses the sandbox database. */
export interface Sandbox {
  kit: Kit
  tools: SandboxTools
  /** Handles the calls of merchants with a test key. */
  handle: ReturnType<typeof serve>
  /** Returns the context of a console request that selects the test account `id`. */
  consoleContext(live: GraphContext, id: string): Promise<GraphContext>
  /**
   * Returns a context on the sandbox database for a console request. The promise rejects if the sandbox database is not
   * ready.
   */
  open(live: Context): Promise<Context>
  /** Starts the jobs of the test accounts. */
  startJobs(): RunningJobs
}

/** The size of the sandbox's pool is that of the production pool divided by this number, but at least 4 connections. */
const POOL_SHARE = 4

/** A call waits for the jobs of its test account for at most this share of its time limit: 8 s of 12 s. */
const WAIT_SHARE = 2 / 3

/**
 * Opens the test environment on the sandbox database. Returns undefined when no sandbox database is configured, which
 * means that there are no test keys. The test environment shares the clock, the ids and the log of `kit`, but no
 * connection. The log lines of the test environment have the field `environment`.
 */
export async function openSandbox(kit: Kit, overrides: KitOverrides = {}): Promise<Sandbox | undefined> {
  const url = kit.secrets.sandboxDatabaseUrl
  if (url === undefined) return undefined
  const { clock, ids, log } = kit
  const sandboxKit = await openKit(sandboxConfig(kit.config), sandboxSecrets(kit.secrets, url), {
    clock,
    ids,
    log: log.child({ environment: 'sandbox' }),
    callMs: kit.callMs,
    pix: NO_NETWORK,
    isScopedToAccount: true,
    storesPixCalls: false,
    ...overrides,
  })
  const tools: SandboxTools = {
    context: (actor, correlationId) => sandboxKit.context(actor, correlationId),
    loops: sandboxJobsOf(jobLoops(sandboxKit)),
    waitMs: Math.round(kit.callMs * WAIT_SHARE),
    runSteps,
    disputePayment,
  }
  const requireIsolation = makeIsolationCheck(isMigrated)
  return {
    kit: sandboxKit,
    tools,
    handle: serve(sandboxApi(sandboxKit, tools, requireIsolation)),
    consoleContext: (live, id) =>
      testContext(live, sandboxKit.consoleContext(live.correlationId), id, requireIsolation),
    async open({ actor, correlationId }) {
      const ctx = { ...sandboxKit.consoleContext(correlationId), actor }
      await requireIsolation(ctx)
      return ctx
    },
    startJobs: () =>
      startSandboxJobs(sandboxKit, [...sandboxLoops(tools, requireIsolation), ...requestLogLoops]),
  }
}

const isMigrated = async ({ em }: Context): Promise<boolean> => (await findMissingMigrations(em)).length === 0

/**
 * Returns the settings of the sandbox. The sandbox exports no metrics, traces or ledger anchors, and stores its files
 * separately from the files of production.
 */
function sandboxConfig(config: Config): Config {
  const { store } = config.files
  return {
    ...config,
    databasePoolSize: Math.max(POOL_SHARE, Math.ceil(config.databasePoolSize / POOL_SHARE)),
    metrics: undefined,
    tracing: undefined,
    ledgerAnchorDir: undefined,
    rateLimitStore: config.rateLimitStore === 'memory' ? 'memory' : 'database',
    files: {
      ...config.files,
      store: store.kind === 'folder' ? { ...store, folder: join(store.folder, 'sandbox') } : store,
    },
  }
}

/**
 * Returns the secrets of the sandbox. Test accounts have the ids of production merchants. The Redis of production
 * counts requests by merchant id, so the sandbox does not use this Redis. A cursor of production is invalid in the
 * sandbox, and a cursor of the sandbox is invalid in production.
 */
const sandboxSecrets = (secrets: Secrets, url: string): Secrets => ({
  ...secrets,
  databaseUrl: url,
  consoleDatabaseUrl: url,
  sandboxDatabaseUrl: undefined,
  redisUrl: undefined,
  cursorSecret: `${secrets.cursorSecret} sandbox`,
  fingerprintSecret: `${secrets.fingerprintSecret} sandbox`,
})

const sandboxApi = (
  kit: Kit,
  tools: SandboxTools,
  requireIsolation: (ctx: ServiceContext) => Promise<void>,
): MerchantApi<ServiceContext> => ({
  ...merchantApi(kit),
  async authenticate(ctx, authorization) {
    await requireIsolation(ctx)
    return kit.keys.authenticate(ctx, authorization)
  },
  inAccount: (ctx, caller, work) => inAccount(kit, tools, { ctx, caller, work }),
})

interface AccountCall {
  ctx: ServiceContext
  caller: Caller
  work: (ctx: ServiceContext) => Promise<Answer>
}

/**
 * Calls `work` with the clock and the test network of the caller's test account. Before and after the work, makes the
 * jobs of this account run soon. If the answer is a stream, the SQL statements that read its rows later also see only
 * this account.
 */
async function inAccount(kit: Kit, tools: SandboxTools, { ctx, caller, work }: AccountCall): Promise<Answer> {
  const { merchantId } = caller
  const offsetMs = await wakeAccount(ctx, merchantId)
  if (offsetMs === undefined) throw new Problem('unauthorized')
  const clock = new AccountClock(kit.clock, offsetMs)
  try {
    const account = { ...accountContext(ctx, merchantId, clock), sandbox: tools }
    const answer = await withAccount(merchantId, () => work(account))
    if (!('chunks' in answer)) return answer
    return { ...answer, chunks: eachInAccount(merchantId, answer.chunks) }
  } finally {
    // The work may last longer than the time limit of a call: an upload, or a call that waits for events.
    await withDeadline(kit.callMs, () => wakeAccount(ctx, merchantId))
  }
}
