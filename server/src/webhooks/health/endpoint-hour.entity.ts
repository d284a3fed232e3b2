import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'WebhookEndpointHour',
  tableName: 'webhook_endpoint_hour',
  properties: {
    merchantId: p.uuid(),
    endpointId: p.uuid().primary(),
    hour: p.datetime(3).primary(),
    outcome: p.text().primary(),
    latencyMsMax: p.integer().primary(),
    attempts: p.integer(),
  },
})

/** The number of attempts to an endpoint with the same outcome, hour and latency bucket. */
export class WebhookEndpointHour extends schema.class {}
schema.setClass(WebhookEndpointHour)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    webhook_endpoint_hour: InferKyselyTable<typeof schema>
  }
}
