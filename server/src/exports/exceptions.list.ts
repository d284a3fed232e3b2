import { z } from 'zod'
import {
  EXCEPTION_KINDS,
  EXCEPTION_STATES,
  type ReconciliationException,
} from '../settlements/exception.entity.ts'
import { listExceptions } from '../settlements/exception.queries.ts'
import { exportList } from './export-list.ts'
import { orUndefined, someMerchant } from './filter-parts.ts'
import { namesOfMerchants } from './merchant-names.ts'

interface Row {
  exception: ReconciliationException
  merchant: string
}

export const exceptionsList = exportList({
  permission: 'reconciliation.read',
  filter: z.strictObject({
    merchantId: someMerchant,
    state: z.enum(EXCEPTION_STATES).nullish(),
    kind: z.enum(EXCEPTION_KINDS).nullish(),
  }),
  columns: {
    kind: ['code', ({ exception }: Row) => exception.kind],
    end_to_end_id: ['text', ({ exception }) => exception.endToEndId],
    details: ['text', ({ exception }) => differences(exception)],
    merchant: ['text', ({ merchant }) => merchant],
    opened_at: ['time', ({ exception }) => exception.openedAt],
    state: ['code', ({ exception }) => exception.state],
    resolution: ['text', ({ exception }) => exception.resolution],
    id: ['text', ({ exception }) => exception.id],
  },
  async page(ctx, { merchantId, state, kind }, request) {
    const filter = { merchantId: orUndefined(merchantId), state: orUndefined(state), kind: orUndefined(kind) }
    const { items, nextCursor } = await listExceptions(ctx, filter, request)
    const nameOf = await namesOfMerchants(ctx, items)
    return { items: items.map((exception) => ({ exception, merchant: nameOf(exception) })), nextCursor }
  },
})

const differences = ({ details }: ReconciliationException): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ')
