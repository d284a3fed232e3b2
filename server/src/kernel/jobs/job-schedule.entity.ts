import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'JobSchedule',
  tableName: 'job_schedule',
  properties: {
    name: p.text().primary(),
    nextRunAt: p.datetime(3),
    lastClaimedAt: p.datetime(3),
  },
})

/** When a periodic job runs next. A process claims a run by updating the row. */
export class JobSchedule extends schema.class {}
schema.setClass(JobSchedule)

declare module '../database/tables.ts' {
  interface Tables {
    job_schedule: InferKyselyTable<typeof schema>
  }
}
