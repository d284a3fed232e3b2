import { drainReturns } from './returns/drain-returns.ts'
import { finishHeldPayments, returnHeldPayments } from './returns/return-held-payments.ts'
import { finishDisputes, recordUnannounced } from './disputes/finish-disputes.ts'
import { closeCovered } from './disputes/watch-disputes.ts'
import type { Context } from './kernel/context.ts'
import { finishRefunds } from './refunds/finish-refunds.ts'

/** The steps by which money goes back to payers, in the order in which each feeds the next. */
const STEPS: ((ctx: Context, limit: number) => Promise<number>)[] = [
  drainReturns,
  returnHeldPayments,
  finishRefunds,
  finishHeldPayments,
  finishDisputes,
  recordUnannounced,
  closeCovered,
]

/**
 * One round of everything that is due on its way back to payers, but for what is asked of the network (`askReturns`), so
 * that a slow network holds up nothing here. Answers the most that one step found.
 */
export async function runReturns(ctx: Context, limit: number): Promise<number> {
  let most = 0
  for (const step of STEPS) most = Math.max(most, await step(ctx, limit))
  return most
}
