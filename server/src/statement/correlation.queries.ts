import { sql } from 'kysely'
import { anyUuid } from '../kernel/database/any-of.ts'
import type { Context } from '../kernel/context.ts'
import { SAME_MERCHANT } from '../kernel/database/same-merchant.ts'
import { db } from '../kernel/database/tables.ts'

/** A request or a job run that created a charge, cancelled it, or moved its money. */
export interface ChargeCorrelation {
  chargeId: string
  correlationId: string
}

/** Lists the correlation ids of the requests and job runs that changed charges of one merchant, oldest first. */
export function listCorrelationsOfCharges(
  ctx: Context,
  merchantId: string,
  chargeIds: readonly string[],
): Promise<ChargeCorrelation[]> {
  const charges = db(ctx)
    .selectFrom('charge')
    .where('merchant_id', SAME_MERCHANT, merchantId)
    .where('id', '=', anyUuid(chargeIds))
  const created = charges
    .select((row) => ['id as chargeId', row.cast<string>('correlation_id', 'text').as('correlationId')])
    .select(sql<bigint>`-1::bigint`.as('order'))
    .where('correlation_id', 'is not', null)
  const cancelled = charges
    .select((row) => [
      'id as chargeId',
      row.cast<string>('cancelled_correlation_id', 'text').as('correlationId'),
    ])
    .select(sql<bigint>`0::bigint`.as('order'))
    .where('cancelled_correlation_id', 'is not', null)
  const moved = db(ctx)
    .selectFrom('journal_line as l')
    .innerJoin('journal_entry as e', (join) =>
      join.onRef('e.merchant_id', '=', 'l.merchant_id').onRef('e.id', '=', 'l.journal_id'),
    )
    .select(({ fn }) => [
      'l.charge_id as chargeId',
      'e.correlation_id as correlationId',
      fn.min('l.entry_seq').as('order'),
    ])
    .where('l.merchant_id', '=', merchantId)
    .where('l.charge_id', '=', anyUuid(chargeIds))
    .groupBy(['l.charge_id', 'e.correlation_id'])
    .$narrowType<{ chargeId: string }>()
  return created.unionAll(cancelled).unionAll(moved).orderBy('order').execute()
}
