import { z } from 'zod'
import { listSuspensionsOf } from '../../merchants/suspension-reasons.ts'
import { maskDocument } from '../../merchants/mask-document.ts'
import type { Merchant } from '../../merchants/merchant.entity.ts'
import { listMerchants } from '../../merchants/merchant.queries.ts'
import { exportList } from '../export-list.ts'
import { someMerchant } from '../filter-parts.ts'

interface Row {
  merchant: Merchant
  suspended: boolean
}

export const merchantsList = exportList({
  permission: 'merchant.read',
  filter: z.strictObject({ merchantId: someMerchant }),
  columns: {
    name: ['text', ({ merchant }: Row) => merchant.name],
    document: ['text', ({ merchant }) => maskDocument(merchant.document)],
    fee_percent: ['percent', ({ merchant }) => BigInt(merchant.feePercentBps)],
    fee_fixed: ['money', ({ merchant }) => merchant.feeFixedCents],
    payouts: ['flag', ({ suspended }) => !suspended],
    created_at: ['time', ({ merchant }) => merchant.createdAt],
    id: ['text', ({ merchant }) => merchant.id],
  },
  async page(ctx, { merchantId }, request) {
    const { items, nextCursor } = await listMerchants(ctx, { merchantId: merchantId ?? undefined }, request)
    const suspensions = await listSuspensionsOf(
      ctx,
      items.map(({ id }) => id),
    )
    const suspended = new Set(suspensions.map((one) => one.merchantId))
    return {
      items: items.map((merchant) => ({ merchant, suspended: suspended.has(merchant.id) })),
      nextCursor,
    }
  },
})
