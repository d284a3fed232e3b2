import type { Context } from '../kernel/context.ts'
import { runNightly } from '../kernel/jobs/nightly.ts'
import { openAnchorFolder } from './anchor-hourly.ts'
import { VERIFY_JOB } from './verify/request-verification.ts'
import { recordVerdict } from './verify/verdict.queries.ts'
import { verifyLedger, type Verdict } from './verify/verify-ledger.ts'
import { verifyWithJobAnchors } from './anchors/verify-with-anchor.ts'

/**
 * Verifies the whole ledger and records the verdict for the console. Runs in only one process: once a night, and when a
 * person requests a verification. With `anchorFolder`, also compares the ledger with the signed anchors in that folder.
 * Logs an unsound verdict as an error. A run that throws is repeated after ten minutes. Returns whether the run was
 * due.
 */
export function verifyNightly(ctx: Context, anchorFolder?: string): Promise<boolean> {
  return runNightly(ctx, VERIFY_JOB, async (claimed) => {
    const verdict = await verify(claimed, anchorFolder)
    await recordVerdict(claimed, verdict)
    const { sound, merchantsCount, findingsCount, findings } = verdict
    const about = { sound, merchants: merchantsCount, entries: String(verdict.entriesCount), findingsCount }
    if (sound) ctx.log.info(about, 'ledger verified')
    else ctx.log.error({ ...about, findings: findings.slice(0, 20) }, 'ledger is not sound')
  })
}

async function verify(ctx: Context, anchorFolder: string | undefined): Promise<Verdict> {
  if (anchorFolder === undefined) return verifyLedger(ctx)
  return await verifyWithJobAnchors(ctx, await openAnchorFolder(anchorFolder))
}
