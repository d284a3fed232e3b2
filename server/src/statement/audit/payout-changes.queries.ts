import type { Context } from '../../kernel/context.ts'
import { anyText } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'
import type { Payout } from '../../payouts/payout.entity.ts'

/** The creation of a payout, or a change after it. */
export interface PayoutChange {
  kind: 'reserved' | 'recorded' | 'completed' | 'given_back' | 'reversed'
  at: Date
  actor: string
  userAgent: string | null
}

/** The actions of the audit log that create or change a payout. */
const KIND_OF_ACTION: ReadonlyMap<string, PayoutChange['kind']> = new Map([
  ['payout.reserve', 'reserved'],
  ['payout.record', 'recorded'],
  ['payout.complete', 'completed'],
  ['payout.give_back', 'given_back'],
  ['journal_entry.reverse', 'reversed'],
])

/**
 * Lists the creation and the changes of a payout, oldest first, as the audit log names them. The query reads an index by
 * target.
 */
export async function listPayoutChanges(
  ctx: Context,
  { merchantId, id, journalId }: Pick<Payout, 'merchantId' | 'id' | 'journalId'>,
): Promise<PayoutChange[]> {
  const rows = await db(ctx)
    .selectFrom('audit_entry')
    .select(['action', 'actor', 'user_agent as userAgent', 'occurred_at as at'])
    // The audit entry of a reversal names the journal entry, not the payout.
    .where('target_id', '=', anyText(journalId === null ? [id] : [id, journalId]))
    .where('merchant_id', '=', merchantId)
    .where('action', 'in', Array.from(KIND_OF_ACTION.keys()))
    .orderBy('occurred_at')
    .orderBy('seq')
    .execute()
  return rows.flatMap(({ action, ...row }) => {
    const kind = KIND_OF_ACTION.get(action)
    return kind === undefined ? [] : [{ kind, ...row }]
  })
}
