import { defineEntity, p } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'

const schema = defineEntity({
  name: 'JobFailure',
  tableName: 'job_failure',
  properties: {
    job: p.text().primary(),
    subjectId: p.uuid().primary(),
    merchantId: p.uuid(),
    failuresCount: p.integer(),
    lastError: p.text(),
    failedAt: p.datetime(3),
    retryAt: p.datetime(3),
  },
})

/** The consecutive failures of a job for one row or merchant, and the time of the next retry. */
export class JobFailure extends schema.class {}
schema.setClass(JobFailure)

declare module '../database/tables.ts' {
  interface Tables {
    job_failure: InferKyselyTable<typeof schema>
  }
}
