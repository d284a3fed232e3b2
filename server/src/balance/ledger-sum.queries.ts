import { sql } from 'kysely'
import { sumOrZero } from '../kernel/database/expressions.ts'
import type { Context } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { selectLastSeqs, selectPositionsOfEach } from '../ledger/positions-at.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'

/** Two sums of the money of all merchants at the same time. They are computed in different ways, but must be equal. */
export interface LedgerSum {
  asOf: Date
  /** The sum of the merchants' balances after their last entry up to `asOf`. */
  merchantsCents: bigint
  /** The same sum for the service's own merchant, which holds money that belongs to no merchant yet. */
  serviceCents: bigint
  /** The sum of the amounts of all visible journal lines up to `asOf`. */
  linesCents: bigint
  linesCount: number
}

/**
 * Sums the balances of all merchants at `asOf` (now, if it is in the future), and the journal lines up to that time. It
 * reads every visible line of the journal, so call it only on request. One statement reads both sums.
 */
export async function readLedgerSum(ctx: Context, wanted: Date): Promise<LedgerSum> {
  const now = ctx.clock.now()
  const asOf = wanted <= now ? wanted : now
  const balances = db(ctx)
    .selectFrom(selectPositionsOfEach(ctx, asOf).as('p'))
    .select(({ fn }) => {
      const total = fn.sum('p.totalCents')
      return [
        sumOrZero(total.filterWhere('p.merchantId', '<>', SERVICE_MERCHANT_ID)).as('merchantsCents'),
        sumOrZero(total.filterWhere('p.merchantId', '=', SERVICE_MERCHANT_ID)).as('serviceCents'),
      ]
    })
  // Without `materialized`, PostgreSQL looks up the last entry of the merchant again for every line.
  const lines = db(ctx)
    .with(
      (cte) => cte('moment').materialized(),
      () => selectLastSeqs(ctx, asOf),
    )
    .selectFrom('moment')
    .innerJoin('journal_line as l', (join) =>
      join
        .onRef('l.merchant_id', '=', 'moment.merchant_id')
        .onRef('l.entry_seq', '<=', sql.ref('moment.seq')),
    )
    .where('l.position', 'is not', null)
    .select(({ fn }) => [
      sumOrZero(fn.sum('l.amount_cents')).as('linesCents'),
      fn.countAll<bigint>().as('linesCount'),
    ])
  const row = await db(ctx)
    .selectFrom([balances.as('balances'), lines.as('lines')])
    .selectAll()
    .executeTakeFirstOrThrow()
  return { ...row, linesCount: Number(row.linesCount), asOf }
}
