import type { Context } from '../kernel/context.ts'
import { StoredAuditVerdict } from './audit-verdict.entity.ts'
import type { AuditVerdict } from './verify-audit.ts'

/** Stores the result of a verification of the whole audit log. */
export async function recordAuditVerdict(ctx: Context, verdict: AuditVerdict): Promise<void> {
  const finishedAt = ctx.clock.now()
  ctx.em.create(StoredAuditVerdict, {
    id: ctx.ids.uuid(finishedAt),
    finishedAt,
    sound: verdict.sound,
    linesCount: verdict.linesCount,
    headPosition: verdict.head.position,
    headHash: Buffer.from(verdict.head.hash, 'hex'),
    fault: verdict.fault?.what ?? null,
    requestedBy: ctx.actor,
  })
  await ctx.em.flush()
}
