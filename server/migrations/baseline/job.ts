import { comments } from './comments.ts'

const SCHEDULE = [
  `create table job_schedule (
    name text primary key,
    next_run_at timestamptz(3) not null,
    last_claimed_at timestamptz(3) not null
  )`,
  ...comments(
    'job_schedule',
    'When each periodic job runs next. A process claims a run by updating the row.',
    {
      name: 'Name of the job.',
      last_claimed_at: 'When a process last claimed a run.',
    },
  ),
  'grant select, insert, update on job_schedule to pix_app',
]

const FAILURE = [
  `create table job_failure (
    job text not null,
    subject_id uuid not null,
    merchant_id uuid not null references merchant,
    failures_count integer not null check (failures_count > 0),
    last_error text not null,
    failed_at timestamptz(3) not null,
    retry_at timestamptz(3) not null,
    primary key (job, subject_id)
  )`,
  ...comments('job_failure', 'Due rows on which a job failed, with the time of the next retry.', {
    subject_id: 'The row that failed, or the merchant when all of its rows failed.',
    failures_count: 'Consecutive failures. The delay of the retry grows with it.',
    retry_at: 'The job skips the row, or the merchant, until this time.',
  }),
  'grant select, insert, update, delete on job_failure to pix_app',
]

const RATE_LIMIT = [
  `create unlogged table rate_limit (
    key varchar(255) primary key,
    points integer not null default 0,
    expire bigint
  )`,
  ...comments(
    'rate_limit',
    'Counters of rate-limiter-flexible, shared by processes without Redis. Unlogged: losing them does no harm.',
    { points: 'Calls counted in the window.', expire: 'End of the window, in milliseconds since 1970.' },
  ),
  'grant select, insert, update, delete on rate_limit to pix_app',
]

/** Schedules and failures of jobs, and the counters of rate limits. */
export const JOB_TABLES = [...SCHEDULE, ...FAILURE, ...RATE_LIMIT]
