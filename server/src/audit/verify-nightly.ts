import type { Context } from '../kernel/context.ts'
import { runNightly } from '../kernel/jobs/nightly.ts'
import { recordAuditVerdict } from './record-audit-verdict.ts'
import { verifyAudit } from './verify-audit.ts'

/**
 * Verifies the audit log once a night, in one process, and records the verdict. Returns whether this process ran the
 * verification. Logs the head of the hash chain, because logs are stored outside the database. Later, `audit verify
 * --head` can compare the audit log with this head. Logs a fault as an error.
 */
export function verifyAuditNightly(ctx: Context): Promise<boolean> {
  return runNightly(ctx, 'audit-verify', async (claimed) => {
    const verdict = await verifyAudit(claimed)
    await recordAuditVerdict(claimed, verdict)
    const { sound, head, fault } = verdict
    const about = { sound, head: `${head.position}:${head.hash}` }
    if (fault === null) ctx.log.info(about, 'audit log verified')
    else {
      const { position, seq, id, what } = fault
      ctx.log.error(
        { ...about, position: position?.toString(), seq: seq?.toString(), id, what },
        'audit log is broken',
      )
    }
  })
}
