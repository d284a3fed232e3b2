import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Deployment, type BenchMerchant } from '../../bench/deployment.ts'
import { until, type Stack } from '../../bench/stack.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { checkResults, createAndPay, type Confirmed } from '../confirmed-payments.ts'
import { lockLedger } from './failing-merchant.ts'

const DATABASE = 'stops'
const MERCHANTS = 3
const STOP_MS_MAX = 10_000
const WAIT_MAX_MS = 120_000
/** The maximum random time between the start of a round's load and SIGTERM, in milliseconds. */
const MOMENT_MS_MAX = 2_000

/** The result of stopping the worker once. */
interface Stopped {
  tookMs: number
  code: number | null
  /** The jobs that were running when SIGTERM arrived. */
  running: string[]
}

/**
 * Stops the worker `times` times with SIGTERM under load, each time at a random moment, with every scheduled job due.
 * In every third round a transaction locks the ledger of a merchant. Returns whether all checks succeed: each stop took
 * at most 10 s and interrupted no job, and at the end every payment is posted once, every webhook is sent, and the
 * ledger is sound.
 */
export async function checkStops(stack: Stack, times: number): Promise<boolean> {
  const deployment = await Deployment.open(stack, DATABASE)
  const merchants = await deployment.createMerchants(MERCHANTS, 0)
  await deployment.createEndpoints(merchants)
  await deployment.start('api')
  const confirmed: Confirmed = { charges: new Set(), payments: new Set() }
  const stopping = new AbortController()
  const loads = merchants.map(({ apiKey }) => createAndPay(deployment, apiKey, confirmed, stopping.signal))
  const stops: Stopped[] = []
  for (let n = 1; n <= times; n++) {
    await deployment.start('worker')
    stops.push(await stopOnce(deployment, n % 3 === 0 ? merchants[0] : undefined))
  }
  stopping.abort()
  await Promise.all(loads)
  print(stops)
  await deployment.start('worker')
  const isComplete = await checkResults(deployment, confirmed)
  const isDelivered = await checkDeliveries(deployment)
  await deployment.close()
  return isComplete && isDelivered && stops.every(({ tookMs, code }) => tookMs <= STOP_MS_MAX && code === 0)
}

async function stopOnce(deployment: Deployment, locked: BenchMerchant | undefined): Promise<Stopped> {
  const { stack, owner } = deployment
  const unlock = locked && (await lockLedger(stack, locked, DATABASE))
  await owner.query('update job_schedule set next_run_at = now() where next_run_at > now()')
  await systemClock.sleep(systemIds.bytes(2).readUInt16BE() % MOMENT_MS_MAX)
  const worker = deployment.servers.get('worker')
  const startedMs = performance.now()
  process.kill(deployment.pidOf('worker'), 'SIGTERM')
  const code = (await worker?.exited) ?? null
  const tookMs = performance.now() - startedMs
  await unlock?.()
  return { tookMs, code, running: runningJobs(stack) }
}

/** Reads from the worker's log which jobs were running at SIGTERM. */
function runningJobs({ dataDir }: Stack): string[] {
  const log = readFileSync(join(dataDir, 'logs', `${DATABASE}-worker.log`), 'utf8')
  const [, jobs = ''] = /"running_jobs":\[([^\]]*)\]/.exec(log) ?? []
  return jobs.split(',').flatMap((job) => (job === '' ? [] : [job.replaceAll('"', '')]))
}

function print(stops: readonly Stopped[]): void {
  const counts = Map.groupBy(
    stops.flatMap(({ running }) => running),
    (job) => job,
  )
  const jobs = Array.from(counts, ([job, times]) => `${job} ${times.length}`).join(', ')
  const longestMs = Math.max(...stops.map(({ tookMs }) => tookMs))
  const failed = stops.filter(({ code }) => code !== 0).length
  process.stdout.write(
    `${stops.length} stops: the longest took ${longestMs.toFixed(0)} ms; exit codes other than 0: ${failed}\n` +
      `jobs that ran at SIGTERM, with the number of stops: ${jobs}\n`,
  )
}

/** Waits until no delivery is pending. Returns whether every delivery succeeded. */
async function checkDeliveries({ owner }: Deployment): Promise<boolean> {
  const count = async (condition: string): Promise<bigint> => {
    const { rows } = await owner.query<{ n: bigint }>(
      `select count(*) as n from webhook_delivery where ${condition}`,
    )
    return rows[0]?.n ?? 0n
  }
  await until('every webhook to be sent', WAIT_MAX_MS, async () => {
    return (await count(`status in ('pending', 'sending')`)) === 0n
  })
  const [all, succeeded] = [await count('true'), await count(`status = 'succeeded'`)]
  process.stdout.write(`${all} webhook deliveries, ${succeeded} succeeded\n`)
  return all === succeeded && all > 0n
}
