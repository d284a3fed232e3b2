import { CERTIFICATES } from '../kernel/settings/certificate-ends.ts'
import { CALL_FAULTS } from '../pix/health/call-state.ts'
import { OPEN, type LabelSets } from '../kernel/metrics/metrics.ts'

/**
 * A metric whose value is read at each scrape. A metric of the kind `total` is a counter that another component
 * increments.
 */
export interface Gauge<Sets extends LabelSets = LabelSets> {
  readonly kind: 'gauge' | 'total'
  readonly name: string
  readonly help: string
  readonly labels: Sets
}

const define =
  (kind: Gauge['kind']) =>
  <const Sets extends LabelSets>(name: string, help: string, labels: Sets): Gauge<Sets> => ({
    kind,
    name,
    help,
    labels,
  })

const gauge = define('gauge')
const total = define('total')

const pools = { db_client_connection_pool_name: ['main', 'console'] } as const

/** The value of `labels` for a metric that has no labels. */
const NONE = {}

/** A gauge without labels. */
export type PlainGauge = Gauge<typeof NONE>

/** The metrics that are read at each scrape. */
export const GAUGES = {
  stateReadOk: gauge('pix_state_read_ok', 'Whether the state could be read from the database.', NONE),
  buildInfo: gauge('pix_build_info', 'The version and the commit of the build.', {
    version: OPEN,
    commit: OPEN,
  }),

  connections: gauge('db_client_connection_count', 'Open connections of the pool.', {
    ...pools,
    db_client_connection_state: ['idle', 'used'],
  }),
  connectionsMax: gauge('db_client_connection_max', 'The size of the pool.', pools),
  connectionsPending: gauge(
    'db_client_connection_pending_requests',
    'Requests that wait for a connection.',
    pools,
  ),
  connectionTimeouts: total(
    'db_client_connection_timeouts_total',
    'Requests that got no connection in time.',
    pools,
  ),
  connectionRefusals: total(
    'pix_pool_refusals_total',
    'Requests that were refused because too many requests waited for a connection.',
    pools,
  ),

  turnsWaiting: gauge(
    'pix_turns_waiting',
    'Requests that wait because their merchant has its share of the connections.',
    NONE,
  ),
  turnsRefused: total(
    'pix_turns_refused_total',
    'Requests that were refused because their merchant had its share of the connections.',
    NONE,
  ),

  jobLastSuccess: gauge(
    'pix_job_last_success_timestamp_seconds',
    'The end of the last successful run of the job in this process.',
    { job: OPEN },
  ),
  jobBacklog: gauge('pix_job_backlog', 'Items that are due and wait for the job.', { job: OPEN }),
  jobOldestItem: gauge('pix_job_oldest_item_age_seconds', 'For how long the oldest item has been due.', {
    job: OPEN,
  }),

  inboxOldest: gauge(
    'pix_inbox_oldest_age_seconds',
    'The age of the oldest report of the network that is not recorded.',
    NONE,
  ),
  inboxParked: gauge('pix_inbox_parked', 'Reports of the network that are not retried.', NONE),
  returnsHeld: gauge('pix_returns_held', 'Whether returns are held.', NONE),
  sweepSuccess: gauge(
    'pix_sweep_last_success_timestamp_seconds',
    "The end of the last successful read of the PSP's list of payments.",
    NONE,
  ),
  sweepUntil: gauge(
    'pix_sweep_read_until_timestamp_seconds',
    "The time up to which the PSP's list of payments has been read.",
    NONE,
  ),
  issuanceBacklog: gauge('pix_issuance_backlog', 'Charges whose issuance has no result yet.', NONE),
  ledgerVerifiedAt: gauge(
    'pix_ledger_verify_timestamp_seconds',
    'The end of the last verification of the ledger.',
    NONE,
  ),
  ledgerOk: gauge('pix_ledger_verify_ok', 'Whether the last verification found the ledger sound.', NONE),
  auditVerifiedAt: gauge(
    'pix_audit_verify_timestamp_seconds',
    'The end of the last verification of the audit log.',
    NONE,
  ),
  archivedAt: gauge(
    'pix_database_archive_last_success_timestamp_seconds',
    'When PostgreSQL last archived a WAL file.',
    NONE,
  ),
  certificateEnd: gauge('pix_certificate_expiry_timestamp_seconds', 'When the certificate expires.', {
    account: OPEN,
    certificate: CERTIFICATES,
  }),
  credentialsNotLoaded: gauge(
    'pix_credentials_not_loaded',
    '1 if the process could not load changed credential files and still uses the earlier ones.',
    { account: OPEN, credentials: ['psp', 'callbacks'] },
  ),
  pspBreakerOpen: gauge('pix_psp_breaker_open', 'Whether the circuit breaker stops calls to the PSP.', {
    account: OPEN,
  }),
  pspAvoided: gauge('pix_psp_avoided', 'Whether new charges of this process avoid the account.', {
    account: OPEN,
  }),
  pspFault: gauge('pix_psp_fault', 'Whether the last call to the PSP failed for this reason.', {
    account: OPEN,
    fault: CALL_FAULTS,
  }),
  auditOk: gauge('pix_audit_verify_ok', 'Whether the last verification found the audit log sound.', NONE),
  webhooksOverdue: gauge(
    'pix_webhook_overdue_seconds',
    'For how long the oldest delivery that may be sent has been due.',
    NONE,
  ),

  cpuTime: total('process_cpu_time_seconds_total', 'Processor time of the process.', {
    cpu_mode: ['user', 'system'],
  }),
  memory: gauge('process_memory_usage_bytes', 'Physical memory of the process.', NONE),
  uptime: gauge('process_uptime_seconds', 'The time since the process started.', NONE),
  fileDescriptors: gauge('process_unix_file_descriptor_count', 'Open files and sockets.', NONE),
  loopDelayP50: gauge('nodejs_eventloop_delay_p50_seconds', 'The median delay of the event loop.', NONE),
  loopDelayP99: gauge(
    'nodejs_eventloop_delay_p99_seconds',
    'The 99th percentile of the event loop delay.',
    NONE,
  ),
  loopDelayMax: gauge('nodejs_eventloop_delay_max_seconds', 'The maximum of the event loop delay.', NONE),
  loopUtilization: gauge(
    'nodejs_eventloop_utilization_ratio',
    'The share of time in which the event loop was busy.',
    NONE,
  ),
  heapUsed: gauge('v8js_memory_heap_used_bytes', 'Memory that the JavaScript heap uses.', NONE),
  heapLimit: gauge('v8js_memory_heap_limit_bytes', 'The maximum size of the JavaScript heap.', NONE),
}
