import { z } from 'zod'
import { listMerchantBalances, MERCHANT_ORDERS } from '../../balance/merchant-balances.queries.ts'
import { hasPermission, requirePermission } from '../../graphql/guard.ts'
import type { Positions } from '../../ledger/positions-at.ts'
import { maskDocument } from '../../kernel/values/document.ts'
import type { Merchant } from '../../merchants/merchant.entity.ts'
import { findMerchants } from '../../merchants/merchant.queries.ts'
import { listSuspensionsOf } from '../../merchants/suspension-reasons.ts'
import { exportList } from '../export-list.ts'
import { moment, orUndefined, redactSearch, someMerchant, words } from '../filter-parts.ts'

interface Row {
  merchant: Merchant
  suspended: boolean
  /** The positions of the merchant; null if the viewer may not read balances. */
  positions: Positions | null
}

export const merchantsList = exportList({
  permission: 'merchant.read',
  filter: z.strictObject({
    merchantId: someMerchant,
    search: words,
    asOf: moment,
    order: z.enum(MERCHANT_ORDERS).nullish(),
  }),
  period: ({ asOf }) => ({ from: null, to: asOf ?? null }),
  auditFilter: ({ search, ...filter }) => ({ ...filter, search: redactSearch(search) }),
  columns: {
    name: ['text', ({ merchant }: Row) => merchant.name],
    document: ['text', ({ merchant }) => maskDocument(merchant.document)],
    total: ['money', ({ positions }) => positions?.totalCents ?? null],
    available: ['money', ({ positions }) => positions?.availableCents ?? null],
    pending: ['money', ({ positions }) => positions?.pendingCents ?? null],
    reserve: ['money', ({ positions }) => positions?.contractReserveCents ?? null],
    blocked: ['money', ({ positions }) => positions && positions.blockedCents - positions.heldForPayersCents],
    held_for_payers: ['money', ({ positions }) => positions?.heldForPayersCents ?? null],
    payout_reserved: ['money', ({ positions }) => positions?.payoutReservedCents ?? null],
    debt: ['money', ({ positions }) => positions && -positions.receivableCents],
    as_of: ['time', ({ positions }) => positions?.asOf ?? null],
    fee_percent: ['percent', ({ merchant }) => BigInt(merchant.feePercentBps)],
    fee_fixed: ['money', ({ merchant }) => merchant.feeFixedCents],
    payouts: ['flag', ({ suspended }) => !suspended],
    created_at: ['time', ({ merchant }) => merchant.createdAt],
    id: ['text', ({ merchant }) => merchant.id],
  },
  async page(ctx, { merchantId, search, asOf, order }, request) {
    // Require the permission `balance.read` for sorting by an amount, because the order of the rows would reveal the
    // amounts.
    if (order && order !== 'name') requirePermission(ctx, 'balance.read')
    const filter = {
      merchantId: orUndefined(merchantId),
      search: orUndefined(search),
      asOf: orUndefined(asOf),
      order: orUndefined(order),
    }
    const { totals: _, ...page } = await listMerchantBalances(ctx, filter, request)
    const ids = page.items.map(({ id }) => id)
    const [found, suspensions] = await Promise.all([findMerchants(ctx, ids), listSuspensionsOf(ctx, ids)])
    const merchants = new Map(found.map((merchant) => [merchant.id, merchant]))
    const suspended = new Set(suspensions.map((one) => one.merchantId))
    const mayReadBalances = hasPermission(ctx, 'balance.read')
    const items = page.items.map(({ id, positions }) => {
      const merchant = merchants.get(id)
      if (!merchant) throw new Error(`BUG: the merchant ${id} has a balance but does not exist`)
      return { merchant, suspended: suspended.has(id), positions: mayReadBalances ? positions : null }
    })
    return { ...page, items }
  },
})
