import type { Context } from '../kernel/context.ts'
import { runNightly } from '../kernel/jobs/nightly.ts'
import { verifyAudit } from './verify-audit.ts'

/**
 * Walks the audit record once a night, by one process; answers whether it was time. The head goes to the log, which is
 * kept elsewhere: `audit verify --head` holds the record against it. A broken chain is logged as an error that names
 * its first broken line.
 */
export function verifyAuditNightly(ctx: Context): Promise<boolean> {
  return runNightly(ctx, 'audit-verify', async () => {
    const { sound, head, fault } = await verifyAudit(ctx)
    const about = { sound, head: `${head.position}:${head.hash}` }
    if (fault === null) ctx.log.info(about, 'audit record verified')
    else {
      const { position, seq, id, what } = fault
      ctx.log.error(
        { ...about, position: position?.toString(), seq: seq?.toString(), id, what },
        'audit record is broken',
      )
    }
  })
}
