import type { AliasableExpression, Expression, SqlBool } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { CHARGE_COLUMNS, onCharge } from '../charge.queries.ts'
import { readsAsOneOf } from '../charge-expiry.ts'
import { commonConditions, newest, type ListConditions } from '../select-charges.ts'
import { differingPayments, failedRefunds, isStuck, openCases } from './attention.ts'

/**
 * Selects the newest `limit` charges that need attention. Each kind of attention has its own index. So the cost depends
 * on the number of open cases, failed refunds and open exceptions, and not on the number of charges.
 */
export function selectChargesWithAttention(ctx: Context, given: ListConditions, limit: number) {
  const now = ctx.clock.now()
  const common = onCharge.and([
    commonConditions(ctx, { ...given, needsAttention: false }),
    readsAsOneOf(given.status, now),
  ])
  const ofMerchant = given.merchantId
  const newestKeys = (condition: ReturnType<typeof isStuck>) =>
    db(ctx)
      .selectFrom(
        newest(db(ctx).selectFrom('charge').where(condition).where(common), limit)
          .select(['charge.merchant_id', 'charge.id'])
          .as('key'),
      )
      .select(['key.merchant_id', 'key.id'])
  const keys = newestKeys(onCharge.ref('charge.late_payment'))
    .union(newestKeys(isStuck(now)))
    .union(
      openCases
        .$if(ofMerchant !== null, (query) => query.where('f.merchant_id', '=', ofMerchant ?? ''))
        .select(['f.merchant_id', 'f.charge_id as id'])
        .$narrowType<{ id: string }>(),
    )
    .union(
      failedRefunds(now)
        .$if(ofMerchant !== null, (query) => query.where('r.merchant_id', '=', ofMerchant ?? ''))
        .select(['r.merchant_id', 'r.charge_id as id']),
    )
    .union(keysOfDifferences(ofMerchant))
  return newestOf(ctx, keys, common, limit)
}

/**
 * Selects the newest `limit` charges with a payment that has an open exception. The cost depends on the number of open
 * exceptions.
 */
export function selectDifferingCharges(ctx: Context, given: ListConditions, limit: number) {
  const common = onCharge.and([
    commonConditions(ctx, { ...given, hasDifference: false }),
    readsAsOneOf(given.status, ctx.clock.now()),
  ])
  return newestOf(ctx, keysOfDifferences(given.merchantId).distinct(), common, limit)
}

const keysOfDifferences = (merchantId: string | null) =>
  differingPayments
    .$if(merchantId !== null, (query) => query.where('x.merchant_id', '=', merchantId ?? ''))
    .select(['p.merchant_id', 'p.charge_id as id'])
    .$narrowType<{ id: string }>()

/** Selects the newest `limit` charges that have one of the keys and match the condition. */
function newestOf(
  ctx: Context,
  keys: AliasableExpression<{ merchant_id: string; id: string }>,
  condition: Expression<SqlBool>,
  limit: number,
) {
  const charges = db(ctx).selectFrom((charge) =>
    charge
      .selectFrom('charge')
      .innerJoin(keys.as('found'), (join) =>
        join.onRef('found.merchant_id', '=', 'charge.merchant_id').onRef('found.id', '=', 'charge.id'),
      )
      .selectAll('charge')
      .where(condition)
      .as('charge'),
  )
  return newest(charges, limit).select(CHARGE_COLUMNS)
}
