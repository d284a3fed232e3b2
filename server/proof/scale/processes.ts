import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import { Deployment } from '../../bench/deployment.ts'
import { startStack, until, type Stack } from '../../bench/stack.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { findFreePort } from '../../stack/ports.ts'
import type { Settings } from '../../stack/settings.ts'
import { currentBuild } from '../rolling/build.ts'
import { Cluster } from '../rolling/cluster.ts'
import { Traffic } from '../rolling/traffic.ts'
import { verify } from '../rolling/verify.ts'
import { wholeNumber } from '../whole-number.ts'
import { JobWatch } from './job-runs.ts'
import { watchTakeover } from './killed-deliveries.ts'
import { readLags } from './lags.ts'
import { startPgbouncer } from './pgbouncer.ts'
import { PspFront } from './psp-front.ts'
import { countRefunds } from './refunds.ts'
import { ProcessesReport } from './processes-report.ts'
import { countTwice } from './twice.ts'

const MERCHANTS = 20
const WORKERS = ['worker1', 'worker2', 'worker3']
/** The time in milliseconds for which the killed worker stays away. */
const AWAY_MS = 30_000
/** While the receiver of webhooks answers this late, the killed worker has deliveries without an answer. */
const SLOW_MS = 3_000
const WAIT_MAX_MS = 120_000

interface Options {
  seconds: number
  rate: number
  pgbouncer: string
}

export function addProcesses(program: Command): void {
  program
    .command('processes')
    .description(
      'Runs three API processes and three workers on one PostgreSQL behind pgbouncer, and kills a worker.',
    )
    .option('--seconds <N>', 'duration of the load', wholeNumber(5), 300)
    .option('--rate <N>', 'requests per second', wholeNumber(5), 60)
    .option('--pgbouncer <PATH>', 'program of pgbouncer, 1.21 or newer', 'pgbouncer')
    .action(run)
}

async function run(options: Options): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-scale-'))
  // Allow access to the files in this folder, because PostgreSQL and pgbouncer may run as other users.
  chmodSync(dataDir, 0o711)
  try {
    const stack = await startStack(dataDir)
    try {
      process.exitCode = (await check(stack, options)) ? 0 : 1
    } finally {
      await stack.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function check(stack: Stack, { seconds, rate, pgbouncer }: Options): Promise<boolean> {
  const deployment = await Deployment.open(stack, 'pix')
  const pooler = await startPgbouncer(stack, 'pix', pgbouncer)
  const psp = new URL(deployment.settings['PIX_BASE_URL'] ?? '').origin
  const workers = new Map<string, { front: PspFront; metricsPort: number }>()
  for (const name of WORKERS)
    workers.set(name, { front: await PspFront.start(psp), metricsPort: await findFreePort() })
  const settingsOf = (name: string): Settings => {
    const worker = workers.get(name)
    return {
      DATABASE_URL: pooler.through(deployment.settings['DATABASE_URL'] ?? ''),
      CONSOLE_DATABASE_URL: pooler.through(deployment.settings['CONSOLE_DATABASE_URL'] ?? ''),
      ...(worker && { ...worker.front.settings, METRICS_PORT: String(worker.metricsPort) }),
    }
  }
  const watch = await JobWatch.start(deployment)
  const cluster = await Cluster.start(deployment, currentBuild(), { workers: WORKERS.length, settingsOf })
  for (const [name, { metricsPort }] of workers) watch.add(name, metricsPort)
  const merchants = await deployment.createMerchants(MERCHANTS, 0)
  await deployment.createEndpoints(merchants, { raisedLimits: true })
  const report = new ProcessesReport(
    `pgbouncer ${pooler.version}, ${rate} requests per second for ${seconds} s`,
  )
  const traffic = new Traffic({
    origin: cluster.haproxy.origin,
    bank: psp,
    apiKeys: merchants.map(({ apiKey }) => apiKey),
    receiver: stack.receiver,
    rate,
    refunds: true,
  })
  traffic.start()
  await until('half of the load', seconds * 1_000, () => traffic.count >= (seconds * rate) / 2)

  const killed = await killWhileSweeping(stack, cluster, workers)
  watch.remove(killed.name)
  const takeover = watchTakeover(deployment.owner)
  const others = Array.from(workers).flatMap(([name, { front }]) => (name === killed.name ? [] : [front]))
  await until('another worker to sweep', WAIT_MAX_MS, () => lastListed(others) > killed.ms)
  const sweptMs = lastListed(others) - killed.ms
  report.takeover(killed.name, sweptMs, await takeover)
  await systemClock.sleep(Math.max(0, AWAY_MS - (performance.now() - killed.ms)))
  await cluster.start(killed.name, currentBuild())
  watch.add(`${killed.name} again`, workers.get(killed.name)?.metricsPort ?? 0)

  await until('the whole load', (seconds + WAIT_MAX_MS) * 1_000, () => traffic.count >= seconds * rate)
  await traffic.stop()
  const verified = await verify(deployment, traffic)
  const refunds = await countRefunds(deployment, traffic, psp)
  report.traffic(traffic, verified, refunds)
  const { twice, lost } = await countTwice(deployment.owner)
  report.twice(refunds, twice, { repeated: stack.receiver.repeatedCount(), lost })
  report.lags(await readLags(deployment.owner), await countSessions(deployment))
  report.jobs(await watch.stop())
  await cluster.stop()
  await pooler.stop()
  await Promise.all(Array.from(workers.values(), ({ front }) => front.stop()))
  await deployment.owner.end()
  return report.end()
}

/** Kills the worker that reads the PSP's list next, while it waits for the answer. */
async function killWhileSweeping(
  { receiver }: Stack,
  cluster: Cluster,
  workers: ReadonlyMap<string, { front: PspFront }>,
): Promise<{ name: string; ms: number }> {
  receiver.delayAnswers(SLOW_MS)
  const name = await Promise.race(
    Array.from(workers, async ([worker, { front }]) => {
      await front.holdNextList()
      return worker
    }),
  )
  const ms = performance.now()
  await cluster.kill(name)
  for (const { front } of workers.values()) front.release()
  receiver.delayAnswers(0)
  return { name, ms }
}

const lastListed = (fronts: readonly PspFront[]): number =>
  Math.max(0, ...fronts.map(({ listedMs }) => listedMs.at(-1) ?? 0))

async function countSessions({ owner }: Deployment): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity where usename in ('pix_app', 'pix_console')`,
  )
  return rows[0]?.count ?? 0
}
