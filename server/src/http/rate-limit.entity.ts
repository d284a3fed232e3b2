import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limit',
  properties: {
    key: p.string().primary(),
    points: p.integer().default(0),
    expire: p.bigint().strictNullable(),
  },
})

/** A counter of calls, for the rate limits. Only the library rate-limiter-flexible reads and writes this table. */
export class RateLimit extends schema.class {}
schema.setClass(RateLimit)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    rate_limit: InferKyselyTable<typeof schema>
  }
}
