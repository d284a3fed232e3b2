import { DISPUTE_FILE_UPLOADS } from '../disputes/files/file-metrics.ts'
import { GRAPHQL_OPERATIONS } from '../graphql/graphql-metrics.ts'
import { JOB_DURATION, JOB_ITEM_FAILURES, JOB_RUNS } from '../kernel/jobs/job-metrics.ts'
import { HTTP_REQUESTS, RATE_LIMIT_REFUSALS } from '../kernel/metrics/http-metrics.ts'
import type { Counter, Histogram } from '../kernel/metrics/metrics.ts'
import { LEDGER_ENTRIES } from '../ledger/ledger-metrics.ts'
import { PAYMENT_TO_BALANCE } from '../payments/payment-metrics.ts'
import { PIX_CALLS } from '../pix/measure-pix.ts'
import { REQUESTS_NOT_LOGGED } from '../request-log/request-metrics.ts'
import { WEBHOOK_ATTEMPTS, WEBHOOK_DELIVERIES, WEBHOOK_LAG } from '../webhooks/dispatch/count-attempts.ts'
import { GC_DURATION } from './process-metrics.ts'

/** All counters and histograms, which the modules update themselves. */
export const DEFINITIONS: readonly (Counter | Histogram)[] = [
  HTTP_REQUESTS,
  GRAPHQL_OPERATIONS,
  RATE_LIMIT_REFUSALS,
  REQUESTS_NOT_LOGGED,
  PIX_CALLS,
  PAYMENT_TO_BALANCE,
  LEDGER_ENTRIES,
  DISPUTE_FILE_UPLOADS,
  WEBHOOK_ATTEMPTS,
  WEBHOOK_DELIVERIES,
  WEBHOOK_LAG,
  JOB_RUNS,
  JOB_DURATION,
  JOB_ITEM_FAILURES,
  GC_DURATION,
]
