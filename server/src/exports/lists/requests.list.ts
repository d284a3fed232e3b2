import { z } from 'zod'
import { ERROR_CODES } from '../../kernel/problem.ts'
import { actorOfKey } from '../../kernel/caller.ts'
import { listRequests, type RequestRow } from '../../request-log/request.queries.ts'
import { nameOfAuditActor } from '../../statement/audit/audit-names.ts'
import { exportList } from '../export-list.ts'
import { merchantId, moment, orUndefined, someMerchant } from '../filter-parts.ts'
import { namesOfMerchants } from '../merchant-names.ts'

interface Row {
  call: RequestRow
  key: string | null
  merchant: string
}

export const requestsList = exportList({
  permission: 'request.read',
  filter: z.strictObject({
    merchantId: someMerchant,
    apiKeyId: merchantId.nullish(),
    correlationId: merchantId.nullish(),
    route: z
      .string()
      .regex(/^[\w/:-]{1,200}$/)
      .nullish(),
    status: z.int32().nullish(),
    code: z.enum(ERROR_CODES).nullish(),
    failed: z.boolean().nullish(),
    from: moment,
    to: moment,
  }),
  period: ({ from, to }) => ({ from: from ?? null, to: to ?? null }),
  columns: {
    route: ['text', ({ call }: Row) => `${call.method} ${call.route}`],
    status: ['text', ({ call }) => String(call.status)],
    code: ['code', ({ call }) => call.code],
    reason: ['code', ({ call }) => call.reason],
    merchant: ['text', ({ merchant }) => merchant],
    started_at: ['time', ({ call }) => call.startedAt],
    key: ['code', ({ key }) => key],
    parameters: ['text', ({ call }) => call.queryNames.join(', ')],
    duration_ms: ['text', ({ call }) => String(call.durationMs)],
    idempotency: ['code', ({ call }) => call.idempotency],
    fields: ['text', ({ call }) => call.fields.map(({ path, code }) => `${path}: ${code}`).join(', ')],
    id: ['text', ({ call }) => call.correlationId],
  },
  async page(ctx, filter, request) {
    const { items, ...page } = await listRequests(
      ctx,
      {
        merchantId: orUndefined(filter.merchantId),
        apiKeyId: orUndefined(filter.apiKeyId),
        correlationId: orUndefined(filter.correlationId),
        route: orUndefined(filter.route),
        status: orUndefined(filter.status),
        code: orUndefined(filter.code),
        failed: orUndefined(filter.failed),
        from: orUndefined(filter.from),
        to: orUndefined(filter.to),
      },
      request,
    )
    const nameOf = await namesOfMerchants(ctx, items)
    const rows = items.map(async (call) => ({
      call,
      key: call.apiKeyId === null ? null : await nameOfAuditActor(ctx, actorOfKey(call.apiKeyId)),
      merchant: nameOf(call),
    }))
    return { ...page, items: await Promise.all(rows) }
  },
})
