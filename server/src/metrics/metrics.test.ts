import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../kernel/clock.ts'
import { HTTP_METHODS, OTHER } from '../kernel/metrics/http-metrics.ts'
import { OPEN, type LabelSets } from '../kernel/metrics/metrics.ts'
import { ROUTES } from '../routes.ts'
import type { Scrape } from '../testing/clients/scrape.ts'
import { PAYER } from '../testing/fixtures/charges.ts'
import { documentedMetrics } from '../testing/suites/metrics-document.ts'
import { MeteredService, type Scrapes } from '../testing/suites/drive-metrics.ts'
import { DEFINITIONS } from './definitions.ts'
import { GAUGES } from './gauges.ts'

let service: MeteredService
let scrapes: Scrapes
beforeAll(async () => {
  service = await MeteredService.start()
  scrapes = await service.drive()
})
afterAll(() => service[Symbol.asyncDispose]())

const everyScrape = (): Scrape[] => [scrapes.idle, scrapes.stuck, scrapes.crowded, scrapes.done]
type Check = (name: string) => void
const change = (name: string, labels?: Record<string, string>): number =>
  (scrapes.done.value(name, labels) ?? 0) - (scrapes.idle.value(name, labels) ?? 0)

/** Returns a check that the metric has increased for each of these label values. */
const counts =
  (...cases: Record<string, string>[]): Check =>
  (name) => {
    expect(cases.filter((labels) => !(change(name, labels) > 0))).toEqual([])
    expect(change(name)).toBeGreaterThan(0)
  }

/** Returns a check that the metric has this value in the scrape `moment`. */
const is =
  (moment: keyof Scrapes, expected: unknown, labels?: Record<string, string>): Check =>
  (name) =>
    expect(scrapes[moment].value(name, labels)).toEqual(expected)

const all =
  (...checks: Check[]): Check =>
  (name) => {
    for (const check of checks) check(name)
  }

const above = (least: number) => expect.toSatisfy((value: unknown) => Number(value) > least)
const between = (least: number, most: number) =>
  expect.toSatisfy((value: unknown) => Number(value) >= least && Number(value) <= most)

/**
 * Checks that the metric is absent until something is recorded, and then contains a time of the service's clock within
 * the last day. The clock is not fixed, because each scrape advances it while the jobs run.
 */
const becomesRecent: Check = (name) => {
  const now = service.world.clock.now().getTime() / 1_000
  is('idle', undefined)(name)
  is('done', between(now - 86_400, now + 1))(name)
}

/** Matches a time about one hour from now, because the service's certificates expire an hour after their creation. */
const inAnHour = expect.toSatisfy(
  (value: unknown) => Math.abs(Number(value) - 3_600 - systemClock.now().getTime() / 1_000) < 600,
)

const main = { db_client_connection_pool_name: 'main' }
const create = { http_request_method: 'POST', http_route: '/v1/pix/charges' }

/** The check of each metric that the document describes. */
const CHECKS: Record<string, Check> = {
  http_server_request_duration_seconds: counts(
    { ...create, http_response_status_code: '201' },
    { ...create, http_response_status_code: '429' },
    { http_route: '/network/:secret', http_response_status_code: '200' },
    { http_route: '/graphql', http_response_status_code: '200' },
    { http_route: '/v1/pix/charges/:id/refunds', http_response_status_code: '201' },
  ),
  pix_graphql_operation_duration_seconds: counts(
    { graphql_operation_name: 'MetricsProbe', outcome: 'ok' },
    { graphql_operation_name: OTHER, outcome: 'refused' },
  ),
  pix_rate_limit_refusals_total: counts({ limit: 'write' }, { limit: 'sign_in' }),
  pix_request_log_dropped_total: counts({ reason: 'full' }),
  db_client_connection_count: all(
    is('crowded', 2, { ...main, db_client_connection_state: 'used' }),
    is('done', above(0), { ...main, db_client_connection_state: 'idle' }),
  ),
  db_client_connection_max: all(is('idle', 12, main), is('crowded', 2, main)),
  db_client_connection_pending_requests: all(is('idle', 0, main), is('crowded', above(0), main)),
  db_client_connection_timeouts_total: all(is('idle', 0, main), is('crowded', above(0), main)),
  pix_pool_refusals_total: all(is('idle', 0, main), is('crowded', above(0), main)),
  pix_turns_waiting: all(is('idle', 0), is('crowded', above(0))),
  pix_turns_refused_total: all(is('idle', 0), is('crowded', above(0))),
  pix_client_request_duration_seconds: counts(
    { account: 'default', operation: 'issue', outcome: 'ok' },
    { operation: 'issue', outcome: 'unknown' },
    { operation: 'list_received', outcome: 'ok' },
    { operation: 'request_return', outcome: 'ok' },
    { operation: 'register_callback', outcome: 'unavailable' },
  ),
  pix_sweep_last_success_timestamp_seconds: becomesRecent,
  pix_sweep_read_until_timestamp_seconds: becomesRecent,
  pix_payment_to_balance_seconds: counts(),
  pix_inbox_oldest_age_seconds: all(is('idle', 0), is('stuck', between(60, 120)), is('done', 0)),
  pix_inbox_parked: all(is('idle', 0), is('stuck', 1)),
  pix_issuance_backlog: all(is('idle', 0), is('stuck', 1), is('done', 0)),
  pix_dispute_file_uploads_total: counts({ outcome: 'refused' }),
  pix_ledger_entries_total: counts({ kind: 'charge.paid' }, { kind: 'refund.completed' }),
  pix_ledger_verify_timestamp_seconds: becomesRecent,
  pix_ledger_verify_ok: all(is('idle', undefined), is('done', 1)),
  pix_audit_verify_timestamp_seconds: becomesRecent,
  pix_audit_verify_ok: all(is('idle', undefined), is('done', 1)),
  pix_database_archive_last_success_timestamp_seconds: becomesRecent,
  pix_certificate_expiry_timestamp_seconds: all(
    ...['psp_client', 'psp_ca'].map((certificate) => is('idle', inAnHour, { certificate })),
    is('done', above(1e9), { certificate: 'webhook_ca' }),
  ),
  pix_credentials_not_loaded: is('idle', 0, { credentials: 'psp' }),
  pix_psp_breaker_open: is('idle', 0),
  pix_psp_avoided: is('idle', 0),
  pix_psp_fault: is('idle', 0),
  pix_webhook_attempts_total: counts({ outcome: 'succeeded' }, { outcome: 'http_4xx' }),
  pix_webhook_deliveries_total: counts({ outcome: 'succeeded' }, { outcome: 'failed' }),
  pix_webhook_delivery_lag_seconds: counts({ endpoint: 'healthy' }),
  pix_webhook_overdue_seconds: all(is('idle', 0), is('stuck', between(60, 120)), is('done', 0)),
  pix_job_runs_total: counts({ job: 'inbox', outcome: 'ok' }, { job: 'callback', outcome: 'failed' }),
  pix_job_item_failures_total: is('stuck', 1, { job: 'inbox' }),
  pix_job_duration_seconds: counts({ job: 'inbox' }, { job: 'deliveries' }),
  pix_job_last_success_timestamp_seconds: (name) => {
    expect(scrapes.idle.value(name)).toBeUndefined()
    expect(scrapes.done.value(name, { job: 'sweep' })).toBeGreaterThan(1e9)
  },
  pix_job_backlog: all(is('idle', 0, { job: 'inbox' }), is('stuck', 1, { job: 'inbox' })),
  pix_job_oldest_item_age_seconds: all(
    is('idle', 0, { job: 'inbox' }),
    is('stuck', between(60, 120), { job: 'inbox' }),
  ),
  pix_returns_held: all(is('idle', 0), is('stuck', 1), is('done', 0)),
  pix_state_read_ok: is('done', 1),
  pix_build_info: is('done', 1, { version: '1.0.0', commit: 'unknown' }),
  process_cpu_time_seconds_total: counts({ cpu_mode: 'user' }),
  process_memory_usage_bytes: is('done', above(10_000_000)),
  process_uptime_seconds: counts(),
  process_unix_file_descriptor_count: is('done', above(3)),
  nodejs_eventloop_delay_p50_seconds: is('done', between(0, 1)),
  nodejs_eventloop_delay_p99_seconds: is('done', between(0, 10)),
  nodejs_eventloop_delay_max_seconds: is('stuck', between(0.05, 60)),
  nodejs_eventloop_utilization_ratio: is('done', between(0.001, 1)),
  v8js_memory_heap_used_bytes: is('done', above(1_000_000)),
  v8js_memory_heap_limit_bytes: is('done', above(100_000_000)),
  v8js_gc_duration_seconds: counts(),
}

test.each(Object.keys(CHECKS))('the metric %s has the expected values after use', (name) => {
  expect.hasAssertions()
  CHECKS[name]?.(name)
})

const METRICS: readonly { kind: string; name: string; labels: LabelSets }[] = [
  ...DEFINITIONS,
  ...Object.values(GAUGES),
]

test('the metrics document and the registry list the same metrics, types, labels and label values', () => {
  const registered = METRICS.map(({ kind, name, labels }) => [
    name,
    { type: kind === 'total' ? 'counter' : kind, labels },
  ])
  expect(documentedMetrics()).toEqual(Object.fromEntries(registered))
  expect(Object.keys(documentedMetrics()).toSorted()).toEqual(Object.keys(CHECKS).toSorted())
})

/** The values of labels whose values the document does not list. All these values come from the code. */
const codeValues = (): Record<string, readonly string[]> => ({
  http_route: [
    ...ROUTES.map(({ path }) => path),
    '/healthz',
    '/readyz',
    '/network/:secret',
    '/graphql',
    '/exports',
    '/test-account',
    '/dispute-files',
    '/docs',
    '/v1/openapi.json',
    'console',
    OTHER,
  ],
  http_request_method: HTTP_METHODS,
  http_response_status_code: ['200', '201', '202', '400', '404', '409', '429', '500', '503', '499'],
  graphql_operation_name: ['MetricsProbe', OTHER],
  job: [
    ...service.world.kit.jobStates.list().map(({ job }) => job),
    ...scrapes.idle.samples.flatMap(({ name, labels }) =>
      name === 'pix_job_backlog' ? (labels['job'] ?? []) : [],
    ),
  ],
  account: ['default', ''],
  version: ['1.0.0'],
  commit: ['unknown'],
  le: METRICS.flatMap((metric) =>
    'bounds' in metric && Array.isArray(metric.bounds) ? metric.bounds.map(String) : [],
  ).concat('+Inf'),
})

test('every label value is listed in the metrics document or comes from the code', () => {
  const known = codeValues()
  const closed = Object.values(documentedMetrics()).flatMap(({ labels }) => Object.entries(labels))
  const isKnown = ([label, value]: [string, string]): boolean =>
    known[label]?.includes(value) === true ||
    closed.some(([name, values]) => name === label && values !== OPEN && values.includes(value))
  const used = everyScrape().flatMap(({ samples }) => samples.flatMap(({ labels }) => Object.entries(labels)))
  expect(used.filter((pair) => !isKnown(pair))).toEqual([])
})

/**
 * Returns whether a text has the form of a word that the code defines, such as the status `paid`. The test of the
 * labels does not search for such texts of the database, because labels may contain them.
 */
const isWord = (text: string): boolean => /^[a-z_.-]+$/.test(text)

/** Returns every text and every id in the database. */
async function textsInDatabase(): Promise<Set<string>> {
  const client = new Client({ connectionString: service.world.database.ownerUrl })
  await client.connect()
  const { rows: columns } = await client.query<{ relation: string; column: string }>(
    `select quote_ident(table_name) as relation, quote_ident(column_name) as column from information_schema.columns
     where table_schema = 'public' and data_type in ('uuid', 'text')
       and table_name in (select relname from pg_class where relkind = 'r')`,
  )
  const union = columns.map(({ relation, column }) => `select ${column}::text as value from ${relation}`)
  const { rows } = await client.query<{ value: string | null }>(union.join(' union '))
  await client.end()
  return new Set(rows.flatMap(({ value }) => value ?? []))
}

test('no label contains an id, a key, an address, or a value of a payer or a merchant', async () => {
  const { world, secrets } = service
  const known = [
    ...Object.values(codeValues()).flat(),
    ...Object.values(documentedMetrics()).flatMap(({ labels }) => Object.values(labels).flat()),
  ]
  const stored = Array.from(await textsInDatabase()).filter((text) => !known.includes(text) && !isWord(text))
  const values = [...stored, ...Object.values(PAYER), ...secrets, world.key, world.baseUrl, world.merchantId]
  expect(values.length).toBeGreaterThan(100)
  const samples = everyScrape().flatMap((scrape) => scrape.samples)
  const labels = Array.from(new Set(samples.flatMap((sample) => Object.values(sample.labels))))
  const leaked = values.filter((value) => value.length >= 4 && labels.some((label) => label.includes(value)))
  expect(leaked).toEqual([])
})
