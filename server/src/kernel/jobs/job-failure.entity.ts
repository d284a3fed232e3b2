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

/** The failures in a row of a job for one subject, and when the job tries it again. */
export class JobFailure extends schema.class {}
schema.setClass(JobFailure)

declare module '../database/tables.ts' {
  interface Tables {
    job_failure: InferKyselyTable<typeof schema>
  }
}
