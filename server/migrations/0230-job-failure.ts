import { Migration } from '@mikro-orm/migrations'

/** What a job could not do, and when it tries again: until then the job leaves the row, or the merchant, alone. */
export class AddJobFailure extends Migration {
  override up(): void {
    this.addSql(JOB_FAILURE)
    this.addSql(`comment on table job_failure is
      'Due work that failed. subject_id is the row that failed, or the merchant when all of its rows did.'`)
    this.addSql('grant select, insert, update, delete on job_failure to pix_app')
  }
}

const JOB_FAILURE = `
  create table job_failure (
    job text not null,
    subject_id uuid not null,
    merchant_id uuid not null references merchant,
    failures_count integer not null check (failures_count > 0),
    last_error text not null,
    failed_at timestamptz(3) not null,
    retry_at timestamptz(3) not null,
    primary key (job, subject_id)
  )`
