import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Clock } from '../kernel/clock.ts'
import type { Context } from '../kernel/context.ts'
import { listenOn } from '../kernel/listen-on.ts'
import type { CertificateEnd } from '../kernel/settings/certificate-ends.ts'
import type { JobState, JobStates } from '../kernel/jobs/job-states.ts'
import type { PoolState } from '../kernel/pool/bound-pool.ts'
import type { Turns } from '../kernel/pool/turns.ts'
import type { Log } from '../kernel/log.ts'
import type { AccountState } from '../pix-accounts/account-state.ts'
import type { CallbackTls } from '../pix/credentials/callback-tls.ts'
import { CALL_FAULTS } from '../pix/health/call-state.ts'
import type { MetricsConfig } from '../kernel/settings/metrics-config.ts'
import { GAUGES } from './gauges.ts'
import { mergeCells } from './merge-cells.ts'
import { ProcessMetrics } from './process-metrics.ts'
import type { PrometheusMetrics, SetGauge } from './prometheus-metrics.ts'
import { serviceVersion } from './service-version.ts'
import { setState } from './set-state.ts'
import { StateReader } from './state-reader.ts'

/** The sources of the values that are read at each scrape. */
export interface MetricsSources {
  cell: string
  metrics: PrometheusMetrics
  clock: Clock
  log: Log
  /** Returns a context whose connection no request or job uses. */
  stateContext: () => Context
  pools: Record<'main' | 'console', { poolState(): PoolState }>
  jobStates: JobStates
  webhookCertificateEnds: readonly CertificateEnd[]
  callbackTls: Pick<CallbackTls, 'certificateEnds' | 'fault'> | undefined
  pixStates: () => readonly AccountState[]
  turns: Pick<Turns, 'waiting' | 'refused'>
}

/** The server that exports the metrics. */
export interface MetricsServer {
  port: number
  close(): Promise<void>
}

/**
 * Serves the metrics at `/metrics` in the text format of Prometheus, and no other path. `cells` contains the sources of
 * each cell, `main` first. The metrics of the process itself come from the cell `main`.
 * @throws ConfigError when the port or the host cannot be used.
 */
export async function startMetrics(
  cells: readonly MetricsSources[],
  config: MetricsConfig,
): Promise<MetricsServer> {
  const [main, ...others] = cells
  if (!main) throw new Error('BUG: startMetrics: there is no cell')
  const { log } = main
  const processMetrics = new ProcessMetrics(main.metrics)
  const scrapes = [makeScrape(main, config, processMetrics), ...others.map((one) => makeScrape(one, config))]
  const scrape = async (): Promise<string> => {
    await Promise.all(scrapes.map((one) => one()))
    return others.length === 0 ? main.metrics.text() : mergeCells(cells)
  }
  const server = createServer(answer(log, oneAtATime(scrape), main.metrics))
  server.requestTimeout = 10_000
  server.headersTimeout = 5_000
  const settings = { port: 'METRICS_PORT', host: 'METRICS_HOST (default: HOST)' }
  const port = await listenOn(server, { ...config, settings })
  log.info({ metrics_port: port }, 'serving metrics')
  return {
    port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      processMetrics[Symbol.dispose]()
    },
  }
}

function answer(
  log: Log,
  scrape: () => Promise<string>,
  { contentType }: PrometheusMetrics,
): RequestListener {
  return (req: IncomingMessage, res: ServerResponse) => {
    if (req.url?.split('?', 1)[0] !== '/metrics') res.writeHead(404).end()
    else if (req.method !== 'GET' && req.method !== 'HEAD') res.writeHead(405, { allow: 'GET, HEAD' }).end()
    else
      scrape().then(
        (text) => res.writeHead(200, { 'content-type': contentType }).end(text),
        (error: unknown) => {
          log.error({ err: error }, 'metrics could not be written')
          res.writeHead(500).end()
        },
      )
  }
}

/**
 * Returns a function that runs one scrape at a time. Overlapping scrapes share one result, because each scrape replaces
 * the values of the gauges.
 */
function oneAtATime(scrape: () => Promise<string>): () => Promise<string> {
  let running: Promise<string> | undefined
  return () =>
    (running ??= scrape().finally(() => {
      running = undefined
    }))
}

/**
 * Returns a function that reads the values of the gauges. `processMetrics` is undefined for every cell except `main`.
 */
function makeScrape(
  sources: MetricsSources,
  config: MetricsConfig,
  processMetrics?: ProcessMetrics,
): () => Promise<void> {
  const { metrics, clock } = sources
  const version = serviceVersion()
  const states = new StateReader({ ...sources, context: sources.stateContext })
  return async () => {
    const state = await states.read()
    metrics.read((set) => {
      set(GAUGES.stateReadOk, {}, state ? 1 : 0)
      if (state) setState(set, state, clock.now())
      setPools(set, sources.pools)
      setAccounts(set, sources.pixStates())
      set(GAUGES.turnsWaiting, {}, sources.turns.waiting)
      set(GAUGES.turnsRefused, {}, sources.turns.refused)
      setJobs(set, sources.jobStates.list())
      if (!processMetrics) return
      set(GAUGES.buildInfo, { version, commit: config.commit }, 1)
      setEnds(set, NO_ACCOUNT, sources.webhookCertificateEnds)
      if (sources.callbackTls) setCallbacks(set, sources.callbackTls)
      processMetrics.read(set)
    })
  }
}

/** The value of the label `account` for credentials that belong to no receiving account. */
const NO_ACCOUNT = ''

function setEnds(set: SetGauge, account: string, ends: readonly CertificateEnd[]): void {
  for (const { certificate, endsAt } of ends)
    set(GAUGES.certificateEnd, { account, certificate }, endsAt.getTime() / 1_000)
}

function setAccounts(set: SetGauge, states: readonly AccountState[]): void {
  for (const { accountId: account, avoidedSince, breakerOpenSince, fault, ...connection } of states) {
    setEnds(set, account, connection.certificateEnds)
    const isNotLoaded = connection.credentialsFault !== undefined
    set(GAUGES.credentialsNotLoaded, { account, credentials: 'psp' }, isNotLoaded ? 1 : 0)
    set(GAUGES.pspBreakerOpen, { account }, breakerOpenSince ? 1 : 0)
    set(GAUGES.pspAvoided, { account }, avoidedSince ? 1 : 0)
    for (const name of CALL_FAULTS)
      set(GAUGES.pspFault, { account, fault: name }, fault?.fault === name ? 1 : 0)
  }
}

function setCallbacks(set: SetGauge, tls: Pick<CallbackTls, 'certificateEnds' | 'fault'>): void {
  setEnds(set, NO_ACCOUNT, tls.certificateEnds())
  const labels = { account: NO_ACCOUNT, credentials: 'callbacks' } as const
  set(GAUGES.credentialsNotLoaded, labels, tls.fault() === undefined ? 0 : 1)
}

function setPools(set: SetGauge, pools: MetricsSources['pools']): void {
  for (const name of ['main', 'console'] as const) {
    const { size, idle, waiting, max, timeouts, refused } = pools[name].poolState()
    const labels = { db_client_connection_pool_name: name }
    set(GAUGES.connections, { ...labels, db_client_connection_state: 'idle' }, idle)
    set(GAUGES.connections, { ...labels, db_client_connection_state: 'used' }, size - idle)
    set(GAUGES.connectionsMax, labels, max)
    set(GAUGES.connectionsPending, labels, waiting)
    set(GAUGES.connectionTimeouts, labels, timeouts)
    set(GAUGES.connectionRefusals, labels, refused)
  }
}

function setJobs(set: SetGauge, jobs: readonly JobState[]): void {
  for (const { job, lastSuccessAt } of jobs)
    if (lastSuccessAt) set(GAUGES.jobLastSuccess, { job }, lastSuccessAt.getTime() / 1_000)
}
