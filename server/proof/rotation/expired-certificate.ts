import type { Deployment } from '../../bench/deployment.ts'
import { until } from '../../bench/stack.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { scrape } from '../../src/testing/clients/scrape.ts'
import type { Attempt } from '../failover/load.ts'
import type { RotatingAccount } from './rotating-account.ts'

const VALID_MS = 12_000
/** How long the check waits before it counts calls, in milliseconds, so that the calls in progress have ended. */
const SETTLE_MS = 3_000
const EXPIRED_MS = 30_000
/** The number of processes that call the PSP: one for each role. */
const PROCESSES = 2
/**
 * The maximum number of arrivals at the PSP while the certificate is expired. Each process may make a trial call every
 * five seconds, and one more trial call. A trial call counts twice, because it can consist of a handshake and a token
 * request.
 */
const ARRIVALS_MAX = PROCESSES * 2 * (EXPIRED_MS / 5_000 + 1)
const RECOVERED_MAX_MS = 15_000

interface Expiry {
  deployment: Deployment
  account: RotatingAccount
  /** The ids of the merchants that use the receiving account. */
  merchantIds: ReadonlySet<string>
  attempts: readonly Attempt[]
  metricsPort: number
}

const REPORTS = `select process, fault, breaker_open_since is not null as stopped from pix_account_report
  where pix_account_id = $1 and reported_at > now() - interval '15 seconds'`

/**
 * Lets the client certificate of a receiving account expire under load, and replaces it after 30 s. Prints the calls
 * that reached the PSP, the reports of the processes and the metrics. Returns the faults. The outcome of a trial call
 * may be unknown, because the PSP may close the connection without giving a reason.
 */
export async function checkExpiry({
  deployment,
  account,
  merchantIds,
  attempts,
  metricsPort,
}: Expiry): Promise<string[]> {
  const own = (from: number) =>
    attempts.filter(({ merchantId, startedMs }) => merchantIds.has(merchantId) && startedMs >= from)
  await account.replaceCertificate(deployment, VALID_MS)
  await systemClock.sleep(VALID_MS + SETTLE_MS)
  const [startedMs, arrived] = [performance.now(), account.front.arrivals]
  await systemClock.sleep(EXPIRED_MS)
  const arrivals = account.front.arrivals - arrived
  const requested = own(startedMs)
  const refused = requested.filter(({ result }) => result === '503')
  const trials = requested.filter(({ result }) => result === 'created')
  print(
    `expired certificate of ${account.id}: ${requested.length} charges requested in ${EXPIRED_MS / 1_000} s,`,
  )
  print(`  ${refused.length} refused with 503, ${trials.length} with an unknown outcome`)
  print(`  ${arrivals} calls and handshakes reached the PSP, at most ${ARRIVALS_MAX} may`)
  const wrong = requested.length - refused.length - trials.length
  const faults = [
    ...(requested.length > ARRIVALS_MAX
      ? []
      : ['too few charges were requested with the expired certificate']),
    ...(wrong === 0 ? [] : [`${wrong} charges of the expired certificate were neither refused nor unknown`]),
    ...(trials.length <= arrivals ? [] : ['more outcomes are unknown than calls reached the PSP']),
    ...(arrivals <= ARRIVALS_MAX ? [] : [`${arrivals} calls reached the PSP, at most ${ARRIVALS_MAX} may`]),
    ...(await checkReports(deployment, account.id)),
    ...(await checkMetrics(account.id, metricsPort)),
  ]
  const replacedMs = performance.now()
  await account.replaceCertificate(deployment)
  const firstOf = () => own(replacedMs).find(({ result }) => result === 'pending')
  await until('a charge with the new certificate', RECOVERED_MAX_MS, () => firstOf() !== undefined).catch(
    () => faults.push('no charge was created with the new certificate'),
  )
  const afterMs = (firstOf()?.startedMs ?? Number.NaN) - replacedMs
  print(
    `  first charge with the new certificate: requested ${(afterMs / 1_000).toFixed(1)} s after the replacement`,
  )
  return faults
}

async function checkReports({ owner }: Deployment, accountId: string): Promise<string[]> {
  const { rows } = await owner.query<{ process: string; fault: string; stopped: boolean }>(REPORTS, [
    accountId,
  ])
  for (const { process: name, fault, stopped } of rows)
    print(`  report of ${name}: ${fault}, calls ${stopped ? 'stopped' : 'not stopped'}`)
  const clear = rows.filter(({ fault, stopped }) => fault === 'certificate_expired' && stopped)
  return clear.length === PROCESSES
    ? []
    : [`only ${clear.length} of ${PROCESSES} processes report the expired certificate`]
}

/** Reads the metrics of the alerts PspCredentialsRefused, PspCallsStopped and CertificateLastDay. */
async function checkMetrics(account: string, port: number): Promise<string[]> {
  const metrics = await scrape(port)
  const fault = metrics.value('pix_psp_fault', { account, fault: 'certificate_expired' })
  const stopped = metrics.value('pix_psp_breaker_open', { account })
  const labels = { account, certificate: 'psp_client' }
  const endS = metrics.value('pix_certificate_expiry_timestamp_seconds', labels) ?? Number.NaN
  const leftS = endS - systemClock.now().getTime() / 1_000
  print(
    `  metrics: pix_psp_fault ${fault}, pix_psp_breaker_open ${stopped}, certificate expires in ${leftS.toFixed(0)} s`,
  )
  return fault === 1 && stopped === 1 && leftS < 0
    ? []
    : [`the metrics of ${account} show no expired certificate`]
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
