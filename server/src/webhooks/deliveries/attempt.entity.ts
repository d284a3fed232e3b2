import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import { TRIGGERS } from './delivery.entity.ts'
import type { SendTimings } from '../sending/sender.ts'

const schema = defineEntity({
  name: 'WebhookAttempt',
  tableName: 'webhook_attempt',
  properties: {
    startedAt: p.datetime(3).primary(),
    deliveryId: p.uuid().primary(),
    n: p.integer().primary(),
    merchantId: p.uuid(),
    endpointId: p.uuid(),
    trigger: p.enum(TRIGGERS),
    durationMs: p.integer(),
    timings: p.json<SendTimings>(),
    statusCode: p.integer().strictNullable(),
    errorClass: p.text().strictNullable(),
    errorDetail: p.text().strictNullable(),
    remoteIp: p.text().strictNullable(),
    requestHeaders: p.json<Record<string, string>>(),
    responseHeaders: p.json<Record<string, string>>(),
    responseBodyBytes: p.blob().$type<Buffer>().fieldName('response_body').strictNullable(),
    responseTruncated: p.boolean(),
  },
})

/** One HTTP request of a delivery, with its response. */
export class WebhookAttempt extends schema.class {
  /** The response body as text for display, possibly truncated. Null if there was no response. */
  get responseBody(): string | null {
    if (!this.responseBodyBytes) return null
    return Buffer.from(this.responseBodyBytes).toString('utf8').replaceAll('\0', '\uFFFD')
  }
}
schema.setClass(WebhookAttempt)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    webhook_attempt: InferKyselyTable<typeof schema>
  }
}
