import { MAX_RUNTIME_MS, type Loop } from '../kernel/jobs/loop.ts'
import { maintainWebhookPartitions } from '../webhooks/deliveries/maintain-partitions.ts'
import { feedLoop } from '../webhooks/feed/sequence-events.ts'
import type { JobContext, SandboxTools } from './account-context.ts'
import { leaseAccount } from './account-lease.ts'
import { withinTime, workAccount } from './work-account.ts'

/** The maximum number of test accounts for which one process runs jobs at the same time. */
const CONCURRENCY_MAX = 3
const POLL_MS = 500
/**
 * The maximum time in milliseconds for which a loop runs the jobs of one test account before it takes another test
 * account.
 */
const TURN_MS = 30_000

/**
 * The jobs of the service that also run for each test account. Deliveries are not in this list, because `runAccount`
 * runs them with real time.
 */
const JOBS = [
  'inbox',
  'expiry',
  'issuance',
  'ask-returns',
  'returns',
  'notices',
  'deadlines',
  'settlement',
  'available',
  'reserve',
  'return-settlement',
  'payout-lines',
  'replays',
]

/** Returns the loops that run for test accounts. */
export const sandboxJobsOf = <C extends JobContext>(loops: readonly Loop<C>[]): Loop<C>[] =>
  loops.filter(({ name }) => JOBS.includes(name))

/**
 * The loops of the test environment. The loops run the jobs of each test account with the clock of the test account.
 * Two jobs run for all test accounts together and with real time: adding events to the feed, and maintaining the
 * partitions of webhooks.
 */
export const sandboxLoops = (
  tools: SandboxTools,
  requireIsolation: (ctx: JobContext) => Promise<void>,
): Loop<JobContext>[] => [
  ...Array.from({ length: CONCURRENCY_MAX }, (_, index) => ({
    name: `sandbox-${index + 1}`,
    maxRuntimeMs: MAX_RUNTIME_MS.rows,
    intervalMs: POLL_MS,
    batch: 1,
    async run(ctx: JobContext) {
      await requireIsolation(ctx)
      return workDueAccount(tools, ctx)
    },
  })),
  { ...feedLoop, name: 'sandbox-feed' },
  {
    name: 'sandbox-partitions',
    once: {},
    maxRuntimeMs: MAX_RUNTIME_MS.table,
    intervalMs: 3_600_000,
    batch: Infinity,
    run: (ctx) => maintainWebhookPartitions(ctx),
  },
]

/** Runs the jobs of one due test account. Returns 1, or 0 if no test account was due. */
async function workDueAccount(tools: SandboxTools, ctx: JobContext): Promise<number> {
  const leased = await leaseAccount(ctx)
  if (!leased) return 0
  await withinTime(tools, TURN_MS, (over) => {
    const signal = ctx.signal ? AbortSignal.any([ctx.signal, over]) : over
    return workAccount(tools, leased, { delivers: true, signal })
  })
  return 1
}
