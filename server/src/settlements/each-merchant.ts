import type { Context } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'

/** What a job looks for: `statement` answers rows of `merchantId` and `id`; $1 is the time, $2 the limit. */
export interface DueWork {
  statement: string
  limit: number
  /** Its name in the log. */
  job: string
}

/**
 * Finds due rows without locks, and hands each merchant's to `work`, which locks that merchant alone. A merchant whose
 * batch fails is tried row by row, and what still fails is logged: it holds up nobody else. Answers how many were due.
 */
export async function eachMerchant(
  ctx: Context,
  due: DueWork,
  work: (ctx: Context, merchantId: string, ids: string[]) => Promise<void>,
): Promise<number> {
  const rows = await sql<{ merchantId: string; id: string }>(ctx, due.statement, [ctx.clock.now(), due.limit])
  let failed = 0
  for (const [merchantId, found] of Map.groupBy(rows, (row) => row.merchantId)) {
    failed += await workOrSplit(ctx, { merchantId, ids: found.map((row) => row.id), job: due.job }, work)
  }
  return rows.length - failed
}

async function workOrSplit(
  ctx: Context,
  { merchantId, ids, job }: { merchantId: string; ids: string[]; job: string },
  work: (ctx: Context, merchantId: string, ids: string[]) => Promise<void>,
): Promise<number> {
  try {
    await work(ctx, merchantId, ids)
    return 0
  } catch (error) {
    if (ids.length === 1) {
      ctx.log.error({ err: error, job, merchant_id: merchantId, id: ids[0] }, 'due work failed')
      return 1
    }
    let failed = 0
    for (const id of ids) failed += await workOrSplit(ctx, { merchantId, ids: [id], job }, work)
    return failed
  }
}
