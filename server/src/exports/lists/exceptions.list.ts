import { z } from 'zod'
import {
  EXCEPTION_KINDS,
  EXCEPTION_STATES,
  type ReconciliationException,
} from '../../exceptions/exception.entity.ts'
import { listExceptions } from '../../exceptions/exception.queries.ts'
import { nameOfActor } from '../../staff/actor-name.ts'
import { exportList } from '../export-list.ts'
import { orUndefined, someMerchant } from '../filter-parts.ts'
import { namesOfMerchants } from '../merchant-names.ts'

interface Row {
  exception: ReconciliationException
  merchant: string
  closedBy: string | null
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
    recorded: ['money', ({ exception }) => centsOf(exception, 'recorded_cents')],
    network: [
      'money',
      ({ exception }) => centsOf(exception, 'listed_cents') ?? centsOf(exception, 'network_cents'),
    ],
    received: ['money', ({ exception }) => centsOf(exception, 'received_cents')],
    network_status: ['code', ({ exception }) => exception.details['network_status'] ?? null],
    paid_at: ['time', ({ exception }) => paidAtOf(exception)],
    merchant: ['text', ({ merchant }) => merchant],
    opened_at: ['time', ({ exception }) => exception.openedAt],
    state: ['code', ({ exception }) => exception.state],
    resolution: ['text', ({ exception }) => exception.resolution],
    remedy: ['code', ({ exception }) => exception.remedy],
    closed_by: ['code', ({ closedBy }) => closedBy],
    closed_at: ['time', ({ exception }) => exception.closedAt],
    id: ['text', ({ exception }) => exception.id],
  },
  async page(ctx, { merchantId, state, kind }, request) {
    const filter = { merchantId: orUndefined(merchantId), state: orUndefined(state), kind: orUndefined(kind) }
    const { items, ...page } = await listExceptions(ctx, filter, request)
    const nameOf = await namesOfMerchants(ctx, items)
    const rows = items.map(async (exception) => ({
      exception,
      merchant: nameOf(exception),
      closedBy: exception.closedBy === null ? null : await nameOfActor(ctx, exception.closedBy),
    }))
    return { ...page, items: await Promise.all(rows) }
  },
})

/** Returns the amount with this name in the details; null if the details contain no such amount. */
function centsOf({ details }: ReconciliationException, name: string): bigint | null {
  const text = details[name]
  return text !== undefined && /^-?\d+$/.test(text) ? BigInt(text) : null
}

function paidAtOf({ details }: ReconciliationException): Date | null {
  const text = details['paid_at']
  return text === undefined ? null : new Date(text)
}
