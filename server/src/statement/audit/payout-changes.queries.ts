import type { Context } from '../../kernel/context.ts'
import { anyText } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'
import type { Payout } from '../../payouts/payout.entity.ts'

const KIND_OF_ACTION = {
  'payout.complete': 'completed',
  'payout.give_back': 'given_back',
  'journal_entry.reverse': 'reversed',
} as const

const ACTIONS = ['payout.complete', 'payout.give_back', 'journal_entry.reverse'] as const

/** A change of a payout after its creation. */
export interface PayoutChange {
  kind: 'completed' | 'given_back' | 'reversed'
  at: Date
  actor: string
  userAgent: string | null
}

/**
 * Lists the changes of a payout after its creation, oldest first, as the audit log names them. The query reads an index
 * by target.
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
    .where('action', 'in', ACTIONS)
    .orderBy('occurred_at')
    .orderBy('seq')
    .execute()
  return rows.flatMap(({ action, ...row }) => {
    const known = ACTIONS.find((name) => name === action)
    return known === undefined ? [] : [{ kind: KIND_OF_ACTION[known], ...row }]
  })
}
