import type { AliasableExpression, Expression, SqlBool } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { db } from '../../kernel/database/tables.ts'
import { isUuid } from '../../kernel/ids.ts'
import { readDocument } from '../../kernel/values/document.ts'
import { normalizeForSearch } from '../../kernel/values/words.ts'
import { CHARGE_COLUMNS, onCharge } from '../charge.queries.ts'
import { dependsOnExpiry, readsAsOneOf } from '../charge-expiry.ts'
import { chargeIdOf } from '../charge.entity.ts'
import {
  commonConditions,
  newest,
  referenceIs,
  type ChargeQuery,
  type ListConditions,
} from '../select-charges.ts'
import { newestByPayerName } from './name-words.ts'
import { documentHash } from '../payer-document.ts'

/**
 * Selects the newest `limit` charges that match the search text `q`. `q` may be an exact order reference, id, txid,
 * end-to-end id or document, or the beginning of a word in the payer's name. The search for each of these values uses a
 * separate index.
 */
export async function searchCharges(
  ctx: Context,
  given: ListConditions,
  { q, limit }: { q: string; limit: number },
) {
  const common = onCharge.and([commonConditions(ctx, given), readsAsOneOf(given.status, ctx.clock.now())])
  const keysWhere = (form: Expression<SqlBool>, query: ChargeQuery = db(ctx).selectFrom('charge')) =>
    newest(query.where(form).where(common), limit).select(['charge.merchant_id', 'charge.id'])
  const probes: Probe[] = exactForms(ctx, q).map((form) => keysWhere(form))
  const words = normalizeForSearch(q)
  if (words !== '') {
    const condition = nameCondition(words)
    const few = await smallStatusQuery(ctx, given)
    const matches = { words, condition: onCharge.and([condition, common]), limit }
    const byName = few ? keysWhere(condition, few) : await newestByPayerName(ctx, given, matches)
    probes.push(byName ?? keysWhere(condition))
  }
  const [first, ...others] = probes.map((probe) => db(ctx).selectFrom(probe.as('probe')).selectAll())
  if (!first) throw new Error('BUG: searchCharges: no query was built for the search text')
  const found = others.reduce((all, probe) => all.union(probe), first)
  const charges = db(ctx).selectFrom((charge) =>
    charge
      .selectFrom('charge')
      .innerJoin(found.as('found'), (join) =>
        join.onRef('found.merchant_id', '=', 'charge.merchant_id').onRef('found.id', '=', 'charge.id'),
      )
      .selectAll('charge')
      .as('charge'),
  )
  return newest(charges, limit).select(CHARGE_COLUMNS)
}

/** A query for the keys of the charges that match the search text in one way, for example by order reference. */
type Probe = AliasableExpression<{ merchant_id: string; id: string }>

/** Returns one condition for each kind of value that `q` may match exactly. */
function exactForms(ctx: Context, q: string): Expression<SqlBool>[] {
  const forms = [referenceIs(q), onCharge('charge.end_to_end_id', '=', q)]
  const id = isUuid(q) ? q.toLowerCase() : chargeIdOf(q)
  if (id) forms.push(onCharge('charge.id', '=', id))
  const document = readDocument(q)
  if (document !== undefined)
    forms.push(onCharge('charge.payer_document_hash', '=', documentHash(ctx, document)))
  return forms
}

/** If at most this many charges have the requested statuses, scanning them is faster than the search by name. */
const STATUS_SCAN_ROWS_MAX = 6_000

/**
 * Returns a query for the charges with the requested statuses; undefined if there are too many such charges to scan.
 */
async function smallStatusQuery(
  ctx: Context,
  { status, merchantId }: ListConditions,
): Promise<ChargeQuery | undefined> {
  // Assume that there are too many pending and expired charges to scan.
  if (status.length === 0 || status.some(dependsOnExpiry)) return undefined
  const ofStatus = onCharge('charge.status', '=', onCharge.fn.any(onCharge.val(status)))
  const condition =
    merchantId === null ? ofStatus : onCharge.and([onCharge('charge.merchant_id', '=', merchantId), ofStatus])
  const { n } = await db(ctx)
    .selectFrom((charge) =>
      charge
        .selectFrom('charge')
        .select('charge.id')
        .where(condition)
        .limit(STATUS_SCAN_ROWS_MAX + 1)
        .as('charge'),
    )
    .select(({ fn }) => fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow()
  if (n > STATUS_SCAN_ROWS_MAX) return undefined
  // `offset 0` makes the planner read these charges by status before it compares names.
  const few = db(ctx).selectFrom((charge) =>
    charge.selectFrom('charge').selectAll().where(condition).offset(charge.lit(0)).as('charge'),
  )
  return few
}

/**
 * Returns the condition that the payer's name contains `words`, starting at the beginning of a word. Nothing needs to
 * be escaped, because `words` contains no `%`, `_` or backslash.
 */
const nameCondition = (words: string): Expression<SqlBool> =>
  onCharge.or([
    onCharge('charge.payer_name_search', 'like', `${words}%`),
    onCharge('charge.payer_name_search', 'like', `% ${words}%`),
  ])
