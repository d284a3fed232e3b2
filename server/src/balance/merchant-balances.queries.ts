import { sql, type Expression } from 'kysely'
import { escapeLike, sumOrZero } from '../kernel/database/expressions.ts'
import type { Context } from '../kernel/context.ts'
import { countRows } from '../kernel/database/count.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/database/page.ts'
import { db } from '../kernel/database/tables.ts'
import { isStorable } from '../kernel/values/storable.ts'
import { POSITION_CENTS, selectPositionsOfEach, type Positions } from '../ledger/positions-at.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'

export const MERCHANT_ORDERS = ['name', 'total', 'available', 'blocked', 'debt'] as const
export type MerchantOrder = (typeof MERCHANT_ORDERS)[number]

export interface MerchantBalanceFilter {
  /** A part of the name. Letter case does not matter. */
  search?: string | undefined
  /**
   * The time of the balances: entries posted later do not count. Without this time, or with a future time, the current
   * balances are shown.
   */
  asOf?: Date | undefined
  merchantId?: string | undefined
  /**
   * The sort order; by name if absent. Amounts are sorted from the largest to the smallest, and equal amounts by name.
   */
  order?: MerchantOrder | undefined
}

/** A merchant with its positions. */
export interface MerchantBalance {
  id: string
  name: string
  positions: Positions
}

export interface MerchantBalancePage extends Page<MerchantBalance> {
  /** The sums over all merchants that match the filter, including those on other pages. */
  totals: Positions
}

const LIST = 'merchant-balances.v1'

/**
 * The sort value of each order. The order `total` is what the service owes the merchant: it includes neither the money
 * of payers nor a debt. The order `debt` negates the receivable, because a debt is a negative receivable. The order
 * `blocked` does not include the money of payers.
 */
const SORT_VALUE = {
  name: sql<bigint>`0::bigint`,
  total: sumOrZero(
    sql`${sql.ref('p.totalCents')} - ${sql.ref('p.receivableCents')} - ${sql.ref('p.heldForPayersCents')}`,
  ),
  available: sumOrZero(sql.ref('p.availableCents')),
  blocked: sumOrZero(sql`${sql.ref('p.blockedCents')} - ${sql.ref('p.heldForPayersCents')}`),
  debt: sumOrZero(sql`-${sql.ref('p.receivableCents')}`),
} satisfies Record<MerchantOrder, unknown>

/**
 * Returns a page of the merchants with their positions. The service's own merchant is left out. One SQL statement reads
 * the page and the totals, so both show the balances of the same moment. Later pages show the balances at the time of
 * the first page.
 * @throws Problem validation_error for an invalid cursor.
 */
export async function listMerchantBalances(
  ctx: Context,
  filter: MerchantBalanceFilter,
  page: PageRequest,
): Promise<MerchantBalancePage> {
  const bound = { ...filter, asOf: filter.asOf?.toISOString() }
  const after = page.cursor === undefined ? null : readCursor(ctx.vault, LIST, bound, page.cursor)
  const now = ctx.clock.now()
  const wanted = after === null ? filter.asOf : new Date(after['asOf'] ?? '')
  const past = wanted !== undefined && wanted <= now ? wanted : null
  const asOf = past ?? now
  const rows = await db(ctx)
    .selectFrom(selectBalances(ctx, filter, past).as('b'))
    .selectAll('b')
    .$if(after !== null, (query) =>
      query.where((row) => {
        const { sort = '', name = '', id = '' } = after ?? {}
        const isLater = row(row.refTuple('b.name', 'b.id'), '>', row.tuple(name, id))
        return row.or([
          row('b.sort', '<', BigInt(sort)),
          row.and([row('b.sort', '=', BigInt(sort)), isLater]),
        ])
      }),
    )
    .orderBy('b.sort', 'desc')
    .orderBy('b.name')
    .orderBy('b.id')
    .limit(page.limit + 1)
    .execute()
  const found = toPage(
    rows,
    page.limit,
    ({ sort, name, id }) =>
      writeCursor(ctx.vault, LIST, bound, { asOf: asOf.toISOString(), sort: sort.toString(), name, id }),
    { sort: 'numbers desc', name: 'names asc', id: 'asc' },
  )
  return {
    ...found,
    items: found.items.map(({ id, name, ...row }) => ({ id, name, positions: positionsOf(row, asOf) })),
    totals: totalsOf(rows[0], asOf),
  }
}

/** Counts the merchants that match `filter`. Stops counting at `most`. */
export const countMerchantBalances = (
  ctx: Context,
  filter: MerchantBalanceFilter,
  most: number,
): Promise<number> => countRows(ctx, selectMerchants(ctx, filter).limit(most))

const selectMerchants = (ctx: Context, { search, merchantId }: MerchantBalanceFilter) =>
  db(ctx)
    .selectFrom('merchant as m')
    .select(['m.id', 'm.name'])
    .where('m.id', '<>', SERVICE_MERCHANT_ID)
    .$if(search !== undefined, (query) => query.where(containsText(sql.ref('m.name'), search ?? '')))
    .$if(merchantId !== undefined, (query) => query.where('m.id', '=', merchantId ?? ''))

/**
 * Returns the condition that `text` contains `part`. Letter case does not matter. Wildcards of `like` in `part` have no
 * effect. A `part` that PostgreSQL cannot store, such as one with a NUL character, matches no text.
 */
const containsText = (text: Expression<string>, part: string): Expression<boolean> =>
  !isStorable(part) ? sql<boolean>`false` : sql<boolean>`${text} ilike ${`%${escapeLike(part)}%`}`

/** Selects the merchants with their positions, the sums over all of them, and the sort value. */
const selectBalances = (ctx: Context, filter: MerchantBalanceFilter, past: Date | null) =>
  db(ctx)
    .selectFrom(selectMerchants(ctx, filter).as('m'))
    .leftJoin(selectPositionsOfEach(ctx, past).as('p'), 'p.merchantId', 'm.id')
    .select(['m.id', 'm.name', SORT_VALUE[filter.order ?? 'name'].as('sort')])
    .select(POSITION_CENTS.map((name) => sumOrZero(sql.ref(`p.${name}`)).as(name)))
    .select(({ fn }) => POSITION_CENTS.map((name) => sumOrZero(fn.sum(`p.${name}`).over()).as(`all_${name}`)))

type Amount = (typeof POSITION_CENTS)[number]

const positionsOf = (row: Record<Amount, bigint>, asOf: Date): Positions => ({
  pendingCents: row.pendingCents,
  availableCents: row.availableCents,
  contractReserveCents: row.contractReserveCents,
  blockedCents: row.blockedCents,
  heldForPayersCents: row.heldForPayersCents,
  payoutReservedCents: row.payoutReservedCents,
  receivableCents: row.receivableCents,
  totalCents: row.totalCents,
  asOf,
})

const totalsOf = (row: Record<`all_${Amount}`, bigint> | undefined, asOf: Date): Positions => ({
  pendingCents: row?.all_pendingCents ?? 0n,
  availableCents: row?.all_availableCents ?? 0n,
  contractReserveCents: row?.all_contractReserveCents ?? 0n,
  blockedCents: row?.all_blockedCents ?? 0n,
  heldForPayersCents: row?.all_heldForPayersCents ?? 0n,
  payoutReservedCents: row?.all_payoutReservedCents ?? 0n,
  receivableCents: row?.all_receivableCents ?? 0n,
  totalCents: row?.all_totalCents ?? 0n,
  asOf,
})
