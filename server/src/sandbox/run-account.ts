import { findDueWork } from '../jobs/find-due-work.ts'
import { correlated } from '../kernel/correlation.ts'
import { accountContext, type AccountClock, type JobContext, type SandboxTools } from './account-context.ts'
import { deliverDue } from './deliver-due.ts'

const STEPS_MAX = 100
/**
 * The maximum number of passes over the jobs in one run, during which the test account's clock does not move. A pass in
 * which no job makes progress ends the run earlier.
 */
const PASSES_MAX = 200

/** The jobs that `findDueWork` checks. The other jobs run in every pass. */
const WATCHED = new Set([
  'inbox',
  'ask-returns',
  'returns',
  'notices',
  'expiry',
  'issuance',
  'settlement',
  'replays',
])

export interface AccountRun {
  merchantId: string
  clock: AccountClock
  /** If true, the run also delivers webhooks, which may wait for a slow receiver. */
  delivers: boolean
  signal?: AbortSignal | undefined
}

/**
 * Runs the due work of one test account, at the time that its clock shows, until no work is due. The caller must be
 * inside `withAccount`, and must have the lease of the test account. Returns `done`, or `stuck` when the run ended with
 * due work left: the work cannot run at this time, PASSES_MAX was reached, or the signal was aborted.
 */
export async function runAccount(tools: SandboxTools, run: AccountRun): Promise<'done' | 'stuck'> {
  const realClock = tools.context('job:sandbox').clock
  for (let pass = 0; pass < PASSES_MAX && !run.signal?.aborted; pass++) {
    let found = await inContext(tools, run, 'job:sandbox-network', (ctx) =>
      tools.runSteps(ctx, run.merchantId, STEPS_MAX),
    )
    const due = await inContext(tools, run, 'job:watch', (ctx) => findDueWork(ctx))
    for (const loop of tools.loops) {
      if (WATCHED.has(loop.name) && !due.includes(loop.name)) continue
      found += await inContext(tools, run, `job:${loop.name}`, (ctx) => loop.run(ctx))
    }
    const isDelivering = run.delivers && due.includes('deliveries')
    if (isDelivering)
      found += await inContext(tools, run, 'job:deliveries', (ctx) => deliverDue(ctx, realClock))
    const left = due.filter((name) => run.delivers || name !== 'deliveries')
    if (found === 0) return left.length === 0 ? 'done' : 'stuck'
  }
  return 'stuck'
}

/**
 * Runs `work` in a new context with the clock and the network of the test account. The context has a new correlation
 * id.
 */
function inContext<T>(
  tools: SandboxTools,
  { merchantId, clock, signal }: AccountRun,
  actor: string,
  work: (ctx: JobContext) => Promise<T>,
): Promise<T> {
  const ctx = accountContext(tools.context(actor), merchantId, clock)
  return correlated(ctx.correlationId, () => work(signal ? { ...ctx, signal } : ctx))
}
