import { drainReturns } from '../returns/drain-returns.ts'
import { finishHeldPayments, returnHeldPayments } from '../returns/return-held-payments.ts'
import { finishDisputes, recordUnrequestedReturns } from '../disputes/finish-disputes.ts'
import { closeAlreadyReturned } from '../disputes/dispute-jobs.ts'
import { isAborted, type Context } from '../kernel/context.ts'
import { FailingMerchants } from '../kernel/jobs/failing-merchants.ts'
import { finishRefunds } from '../refunds/finish-refunds.ts'

/** The steps of the job that returns money to payers. */
const STEPS: ((ctx: Context, limit: number, failing?: FailingMerchants) => Promise<number>)[] = [
  drainReturns,
  returnHeldPayments,
  finishRefunds,
  finishHeldPayments,
  finishDisputes,
  recordUnrequestedReturns,
  closeAlreadyReturned,
]

/**
 * Runs each step once, in an order in which each step may create work for the following steps. No step calls the PSP,
 * so a slow PSP does not delay these steps. Only another job calls the PSP (`requestReturns`). Returns the highest
 * number of rows that one step processed. `failing` contains the merchants for which recording a reported return failed
 * in earlier runs.
 */
export async function runReturns(
  ctx: Context,
  limit: number,
  failing = new FailingMerchants(),
): Promise<number> {
  let most = 0
  for (const step of STEPS) if (!isAborted(ctx)) most = Math.max(most, await step(ctx, limit, failing))
  return most
}
