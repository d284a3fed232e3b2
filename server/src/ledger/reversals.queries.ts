import { manyByOwner } from '../graphql/data-loaders.ts'
import type { Context } from '../kernel/context.ts'
import { anyUuid } from '../kernel/database/any-of.ts'
import { db } from '../kernel/database/tables.ts'

/** An entry that reverses another entry. */
export interface Reversal {
  id: string
  reversesId: string
}

/** Finds the reversals of the given entries. Each entry has at most one reversal. */
export function findReversals(
  ctx: Context,
  merchantId: string,
  journalIds: readonly string[],
): Promise<Reversal[]> {
  return db(ctx)
    .selectFrom('journal_entry')
    .select(['id', 'reverses_id as reversesId'])
    .where('merchant_id', '=', merchantId)
    .where('reverses_id', '=', anyUuid(journalIds))
    .$narrowType<{ reversesId: string }>()
    .execute()
}

/** Loads the reversal of a journal entry. The loader combines the loads of the same tick into one query. */
export const reversalsOfEntry = manyByOwner(findReversals, (reversal) => reversal.reversesId)
