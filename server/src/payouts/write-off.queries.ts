import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'
import { WriteOff } from './write-off.entity.ts'

/** More than any merchant has. */
const LISTED_MAX = 100

/** What was asked to be written off of a merchant's debts, the newest first. */
export function listWriteOffs(ctx: Context, merchantId: string): Promise<WriteOff[]> {
  return ctx.em.find(
    WriteOff,
    { merchantId },
    { orderBy: { askedAt: 'desc', id: 'desc' }, limit: LISTED_MAX, disableIdentityMap: true },
  )
}

/** Which of these entries have been taken back. */
export function findReversals(
  ctx: Context,
  merchantId: string,
  journalIds: string[],
): Promise<{ reversesId: string }[]> {
  return sql(
    ctx,
    `select reverses_id as "reversesId" from journal_entry
     where merchant_id = $1 and reverses_id = any($2::uuid[])`,
    [merchantId, journalIds],
  )
}
