import type { Context } from '../../kernel/context.ts'
import { anyText } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'

/**
 * The actors of a dispute: the last actor that recorded evidence, and the last actor that decided or accepted the
 * dispute. A field is null if there is no such actor.
 */
export interface DisputeActors {
  caseId: string
  answeredBy: string | null
  decidedBy: string | null
}

/** Returns the actors of disputes of one merchant, as the audit log names them. The query reads an index by target. */
export async function listDisputeActors(
  ctx: Context,
  merchantId: string,
  caseIds: readonly string[],
): Promise<DisputeActors[]> {
  const entries = await db(ctx)
    .selectFrom('audit_entry')
    .select(['target_id as caseId', 'action', 'actor'])
    .where('target_id', '=', anyText(caseIds))
    .where('merchant_id', '=', merchantId)
    .where('action', 'in', ['dispute.evidence', 'dispute.decide', 'dispute.accept'])
    .orderBy('occurred_at')
    .orderBy('seq')
    .execute()
  return caseIds.map((caseId) => {
    const own = entries.filter((entry) => entry.caseId === caseId)
    return {
      caseId,
      answeredBy: own.findLast(({ action }) => action === 'dispute.evidence')?.actor ?? null,
      decidedBy: own.findLast(({ action }) => action !== 'dispute.evidence')?.actor ?? null,
    }
  })
}
