import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'NetworkSweep',
  tableName: 'network_sweep',
  properties: {
    name: p.text().primary(),
    sweptUntil: p.datetime(3),
    finishedAt: p.datetime(3),
  },
})

/** The time up to which a sweep has read one of the PSP's lists. */
export class NetworkSweep extends schema.class {}
schema.setClass(NetworkSweep)

declare module '../kernel/database/tables.ts' {
  interface Tables {
    network_sweep: InferKyselyTable<typeof schema>
  }
}
