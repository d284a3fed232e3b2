import { z } from 'zod'
import { CHARGE_STATUSES, type ChargeStatus, statusAt } from '../../charges/charge-status.ts'
import { listCharges } from '../../charges/list-charges.ts'
import type { Charge } from '../../charges/charge.entity.ts'
import { exportList } from '../export-list.ts'
import { cents, moment, orUndefined, someMerchant, redactSearch, words } from '../filter-parts.ts'
import { namesOfMerchants } from '../merchant-names.ts'

interface Row {
  charge: Charge
  status: ChargeStatus
  merchant: string
}

const Filter = z.strictObject({
  merchantId: someMerchant,
  status: z.array(z.enum(CHARGE_STATUSES)).nullish(),
  orderReference: words,
  q: words,
  createdFrom: moment,
  createdTo: moment,
  amountFromCents: cents,
  amountToCents: cents,
  latePayment: z.boolean().nullish(),
  duplicates: z.boolean().nullish(),
  needsAttention: z.boolean().nullish(),
  hasDifference: z.boolean().nullish(),
})

export const chargesList = exportList({
  permission: 'charge.read',
  filter: Filter,
  period: ({ createdFrom, createdTo }) => ({ from: createdFrom ?? null, to: createdTo ?? null }),
  auditFilter: ({ q, ...filter }) => ({ ...filter, q: redactSearch(q) }),
  columns: {
    order_reference: ['text', ({ charge }: Row) => charge.orderReference],
    merchant: ['text', ({ merchant }) => merchant],
    late: ['flag', ({ charge }) => charge.latePayment],
    payments: ['count', ({ charge }) => charge.paymentsCount],
    amount: ['money', ({ charge }) => charge.amountCents],
    refunded: ['money', ({ charge }) => charge.refundedCents],
    status: ['code', ({ status }) => status],
    payer: ['text', ({ charge }) => charge.payerName],
    created_at: ['time', ({ charge }) => charge.createdAt],
    paid_at: ['time', ({ charge }) => charge.paidAt],
    id: ['text', ({ charge }) => charge.id],
  },
  async page(ctx, { merchantId, ...filter }, request) {
    const wanted = {
      status: orUndefined(filter.status),
      orderReference: orUndefined(filter.orderReference),
      q: orUndefined(filter.q),
      createdFrom: orUndefined(filter.createdFrom),
      createdTo: orUndefined(filter.createdTo),
      amountFromCents: orUndefined(filter.amountFromCents),
      amountToCents: orUndefined(filter.amountToCents),
      latePayment: filter.latePayment ?? false,
      duplicates: filter.duplicates ?? false,
      needsAttention: filter.needsAttention ?? false,
      hasDifference: filter.hasDifference ?? false,
    }
    const { items, ...page } = await listCharges(ctx, merchantId ?? null, wanted, request)
    const nameOf = await namesOfMerchants(ctx, items)
    const now = ctx.clock.now()
    return {
      ...page,
      items: items.map((charge) => ({ charge, status: statusAt(charge, now), merchant: nameOf(charge) })),
    }
  },
})
