import { recordAudit } from '../../audit/record-audit.ts'
import { transaction, type Context } from '../../kernel/context.ts'
import { readRunState, requestRun, type RunState } from '../../kernel/jobs/request-run.ts'

/** The job that verifies the whole ledger. */
export const VERIFY_JOB = 'ledger-verify'

/** Returns whether a verification of the whole ledger is scheduled, due or running. */
export const readVerificationState = (ctx: Context): Promise<RunState> => readRunState(ctx, VERIFY_JOB)

/**
 * Makes the verification of the whole ledger due now, and audits the request. A worker runs the verification, because
 * reading the whole journal takes longer than a request may. Changes nothing if a verification is due or running.
 * Returns the new state.
 */
export function requestVerification(ctx: Context): Promise<RunState> {
  return transaction(ctx, async (tx) => {
    const before = await requestRun(tx, VERIFY_JOB)
    if (before !== 'scheduled') return before

    await recordAudit(tx, { action: 'ledger.verify', target: { type: 'ledger', id: null } })
    return 'due'
  })
}
