import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'DisputeRequest',
  tableName: 'dispute_request',
  properties: {
    merchantId: p.uuid().primary(),
    idempotencyKey: p.text().primary(),
    caseId: p.uuid(),
    fingerprint: p.blob().$type<Buffer>(),
    createdAt: p.datetime(3),
  },
})

/** A call of the merchant that changed a dispute. Repeating the call with the same idempotency key changes nothing. */
export class DisputeRequest extends schema.class {}
schema.setClass(DisputeRequest)

declare module '../../kernel/database/tables.ts' {
  interface Tables {
    dispute_request: InferKyselyTable<typeof schema>
  }
}
