import { z } from 'zod'
import { listCases } from '../../cases/case.queries.ts'
import { CASE_KINDS, CASE_STATUSES, type FinancialCase } from '../../cases/financial-case.entity.ts'
import { findDisputes } from '../../disputes/dispute.queries.ts'
import { exportList } from '../export-list.ts'
import { orUndefined, someMerchant } from '../filter-parts.ts'
import { namesOfMerchants } from '../merchant-names.ts'

interface Row {
  of: FinancialCase
  answerUntil: Date | null
  merchant: string
}

export const casesList = exportList({
  permission: 'case.read',
  filter: z.strictObject({
    merchantId: someMerchant,
    kind: z.array(z.enum(CASE_KINDS)).nullish(),
    status: z.array(z.enum(CASE_STATUSES)).nullish(),
    hasException: z.boolean().nullish(),
  }),
  columns: {
    charge: ['text', ({ of }: Row) => of.orderReference ?? of.endToEndId ?? of.id],
    kind: ['code', ({ of }) => of.kind],
    amount: ['money', ({ of }) => of.amountCents],
    status: ['code', ({ of }) => of.status],
    opened_at: ['time', ({ of }) => of.openedAt],
    answer_until: ['time', ({ answerUntil }) => answerUntil],
    closed_at: ['time', ({ of }) => of.closedAt],
    merchant: ['text', ({ merchant }) => merchant],
    id: ['text', ({ of }) => of.id],
  },
  async page(ctx, { merchantId, kind, status, hasException }, request) {
    const filter = {
      kind: orUndefined(kind),
      status: orUndefined(status),
      hasException: orUndefined(hasException),
    }
    const { items, ...page } = await listCases(ctx, merchantId ?? null, filter, request)
    const nameOf = await namesOfMerchants(ctx, items)
    const disputed = items.filter((one) => one.kind === 'dispute').map(({ id }) => id)
    const disputes = disputed.length === 0 ? [] : await findDisputes(ctx, merchantId ?? null, disputed)
    const open = disputes.filter((dispute) => dispute.status === 'open')
    const deadlines = new Map(open.map(({ caseId, answerUntil }) => [caseId, answerUntil]))
    return {
      ...page,
      items: items.map((of) => ({ of, answerUntil: deadlines.get(of.id) ?? null, merchant: nameOf(of) })),
    }
  },
})
