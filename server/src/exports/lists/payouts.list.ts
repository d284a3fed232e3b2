import { z } from 'zod'
import { PAYOUT_STATES, type Payout } from '../../payouts/payout.entity.ts'
import { listStaffPayouts } from '../../payouts/staff-payouts.queries.ts'
import { nameOfActor } from '../../staff/actor-name.ts'
import { exportList } from '../export-list.ts'
import { moment, orUndefined, someMerchant } from '../filter-parts.ts'
import { namesOfMerchants } from '../merchant-names.ts'

interface Row {
  payout: Payout
  merchant: string
  createdBy: string
}

export const payoutsList = exportList({
  permission: 'payout.read',
  filter: z.strictObject({
    merchantId: someMerchant,
    state: z.array(z.enum(PAYOUT_STATES)).nullish(),
    paidFrom: moment,
    paidTo: moment,
  }),
  period: ({ paidFrom, paidTo }) => ({ from: paidFrom ?? null, to: paidTo ?? null }),
  columns: {
    reference: ['text', ({ payout }: Row) => payout.externalReference],
    merchant: ['text', ({ merchant }) => merchant],
    amount: ['money', ({ payout }) => payout.amountCents],
    state: ['code', ({ payout }) => payout.state],
    paid_at: ['time', ({ payout }) => payout.paidAt],
    created_by: ['code', ({ createdBy }) => createdBy],
    id: ['text', ({ payout }) => payout.id],
  },
  async page(ctx, { merchantId, state, paidFrom, paidTo }, request) {
    const filter = {
      state: orUndefined(state),
      paidFrom: orUndefined(paidFrom),
      paidTo: orUndefined(paidTo),
    }
    const { items, ...page } = await listStaffPayouts(ctx, merchantId ?? null, filter, request)
    const nameOf = await namesOfMerchants(ctx, items)
    const rows = items.map(async (payout) => ({
      payout,
      merchant: nameOf(payout),
      createdBy: await nameOfActor(ctx, payout.createdBy),
    }))
    return { ...page, items: await Promise.all(rows) }
  },
})
