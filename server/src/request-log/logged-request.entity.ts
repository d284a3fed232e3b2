import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import type { ErrorCode } from '../kernel/problem.ts'
import type { IdempotencyResult, ServedCall } from '../kernel/served-call.ts'

const schema = defineEntity({
  name: 'LoggedRequest',
  tableName: 'request_log',
  properties: {
    startedAt: p.datetime(3).primary(),
    correlationId: p.uuid().primary(),
    merchantId: p.uuid().strictNullable(),
    apiKeyId: p.uuid().strictNullable(),
    method: p.text(),
    route: p.text(),
    queryNames: p.array(),
    status: p.integer(),
    code: p.text().$type<ErrorCode>().strictNullable(),
    reason: p.text().strictNullable(),
    durationMs: p.integer(),
    idempotency: p.text().$type<IdempotencyResult>().strictNullable(),
    fields: p.json<ServedCall['fields']>(),
  },
})

/** A call of the merchant API, which the service keeps for 30 days. */
export class LoggedRequest extends schema.class {}
schema.setClass(LoggedRequest)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    request_log: InferKyselyTable<typeof schema>
  }
}
