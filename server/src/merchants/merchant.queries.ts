import { oneById } from '../graphql/data-loaders.ts'
import type { Context } from '../kernel/context.ts'
import { entities } from '../kernel/database/entities.ts'
import { isUuid } from '../kernel/ids.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/database/page.ts'
import { Problem } from '../kernel/problem.ts'
import { SERVICE_MERCHANT_ID, Merchant } from './merchant.entity.ts'

/** Returns a merchant. @throws Problem not_found, reason `account_not_found`. */
export async function getMerchant(ctx: Context, merchantId: string): Promise<Merchant> {
  const merchant = isUuid(merchantId) ? await entities(ctx).findOne(Merchant, { id: merchantId }) : null
  if (!merchant) throw new Problem('not_found', { reason: 'account_not_found' })
  return merchant
}

const LIST = 'merchants.v1'

/**
 * Returns a page of the merchants, ordered by name, without the service's own merchant. `merchantId` restricts the
 * list to one merchant.
 */
export async function listMerchants(
  ctx: Context,
  filter: { merchantId?: string | undefined },
  page: PageRequest,
): Promise<Page<Merchant>> {
  const after = page.cursor ? readCursor(ctx.vault, LIST, filter, page.cursor) : undefined
  const { name = '', id = '' } = after ?? {}
  const rows = await entities(ctx).find(
    Merchant,
    {
      $and: [
        { id: { $ne: SERVICE_MERCHANT_ID } },
        filter.merchantId === undefined ? {} : { id: filter.merchantId },
        after ? { $or: [{ name: { $gt: name } }, { name, id: { $gt: id } }] } : {},
      ],
    },
    { orderBy: { name: 'asc', id: 'asc' }, limit: page.limit + 1 },
  )
  return toPage(rows, page.limit, (last) =>
    writeCursor(ctx.vault, LIST, filter, { name: last.name, id: last.id }),
  )
}

/** The number of rows that one SQL statement reads if a caller needs the whole list. */
const BATCH = 2_000

/** Returns every merchant except the service's own, ordered by name. Reads the merchants in batches. */
export async function listAllMerchants(ctx: Context): Promise<Merchant[]> {
  const all: Merchant[] = []
  for (let cursor: string | undefined; ;) {
    const page = await listMerchants(ctx, {}, { limit: BATCH, cursor })
    all.push(...page.items)
    if (page.nextCursor === null) return all
    cursor = page.nextCursor
  }
}

/** Returns the merchants with these ids, in any order. Leaves out unknown ids. */
export function findMerchants(ctx: Context, ids: readonly string[]): Promise<Merchant[]> {
  return entities(ctx).find(Merchant, { id: { $in: [...ids] } })
}

/** Loads a merchant. Batches the merchants of one request into one query. */
export const merchantById = oneById(findMerchants)

/**
 * Loads the merchant of a record. Batches like `merchantById`.
 * @throws Error when the merchant does not exist.
 */
export async function merchantOf(ctx: Context, { merchantId }: { merchantId: string }): Promise<Merchant> {
  const merchant = await merchantById(ctx, merchantId)
  if (!merchant) throw new Error(`BUG: merchantOf: the merchant ${merchantId} does not exist`)
  return merchant
}
