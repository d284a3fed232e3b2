import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import type { ClosedDay } from './closed-day.ts'
import { listDifferenceRows } from './difference-rows.queries.ts'
import { listEntryRows } from './entry-rows.queries.ts'
import type { ReconciliationRow } from './reconciliation.row.ts'

/**
 * Yields the reconciliation of a closed day for one merchant, or for all merchants if `merchantId` is null. Reads a
 * page of rows only when the caller needs it. For each merchant, yields the rows of the journal in the order of
 * posting, then the differences. Repeated calls yield the same rows in the same order. The used memory does not grow
 * with the number of rows.
 */
export async function* listReconciliation(
  ctx: Context,
  merchantId: string | null,
  day: ClosedDay,
): AsyncGenerator<ReconciliationRow[]> {
  for await (const id of merchantId === null ? listMerchants(ctx) : [merchantId]) {
    yield* listEntryRows(ctx, id, day)
    yield* listDifferenceRows(ctx, id, day)
  }
}

/** The number of merchant ids that one SQL statement reads. */
const PAGE_MERCHANTS = 200

async function* listMerchants(ctx: Context): AsyncGenerator<string> {
  for (let after: string | null = null; ;) {
    const heads = db(ctx)
      .selectFrom('ledger_head')
      .select('merchant_id as id')
      .orderBy('merchant_id')
      .limit(PAGE_MERCHANTS)
    const rows: { id: string }[] = await (
      after === null ? heads : heads.where('merchant_id', '>', after)
    ).execute()
    for (const { id } of rows) yield id
    const last = rows.at(-1)
    if (!last || rows.length < PAGE_MERCHANTS) return
    after = last.id
  }
}
