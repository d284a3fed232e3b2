import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'

/** An entry that reverses another one. */
export interface Reversal {
  id: string
  reversesId: string
}

/** Finds the reversals of the given entries: at most one each. */
export function findReversals(ctx: Context, merchantId: string, journalIds: string[]): Promise<Reversal[]> {
  return sql(
    ctx,
    `select id, reverses_id as "reversesId" from journal_entry
     where merchant_id = $1 and reverses_id = any($2::uuid[])`,
    [merchantId, journalIds],
  )
}
