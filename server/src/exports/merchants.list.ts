import { z } from 'zod'
import { maskDocument } from '../merchants/mask-document.ts'
import type { Merchant } from '../merchants/merchant.entity.ts'
import { listMerchants } from '../merchants/merchant.queries.ts'
import { exportList } from './export-list.ts'
import { someMerchant } from './filter-parts.ts'

export const merchantsList = exportList({
  permission: 'merchant.read',
  filter: z.strictObject({ merchantId: someMerchant }),
  columns: {
    name: ['text', (merchant: Merchant) => merchant.name],
    document: ['text', (merchant) => maskDocument(merchant.document)],
    fee_percent: ['percent', (merchant) => BigInt(merchant.feePercentBps)],
    fee_fixed: ['money', (merchant) => merchant.feeFixedCents],
    payouts: ['flag', (merchant) => !merchant.payoutsSuspended],
    created_at: ['time', (merchant) => merchant.createdAt],
    id: ['text', (merchant) => merchant.id],
  },
  page: async (ctx) => ({ items: await listMerchants(ctx), nextCursor: null }),
})
