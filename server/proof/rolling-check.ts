import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { Deployment, type BenchMerchant } from '../bench/deployment.ts'
import { startStack, until, type Stack } from '../bench/stack.ts'
import { buildOlder, commitBeforeNewestMigration, currentBuild, runCli, type Build } from './rolling/build.ts'
import { Cluster } from './rolling/cluster.ts'
import { Traffic } from './rolling/traffic.ts'
import { verify } from './rolling/verify.ts'
import { wholeNumber } from './whole-number.ts'

const MERCHANTS = 10
const STOP_MS_MAX = 10_000
/** The seconds of load before the first step, between the steps and after the last step. */
const SECONDS_BETWEEN = 5
const WAIT_MAX_MS = 120_000

const command = new Command('pnpm rolling-check')
  .description(
    'Restarts or upgrades three API processes and two workers behind HAProxy, one by one, under load.',
  )
  .option('--rate <N>', 'requests per second', wholeNumber(5), 200)
  .option(
    '--from [COMMIT]',
    'upgrades from this commit; without a commit, from the commit before the newest migration',
  )
const options = command.parse().opts<{ rate: number; from?: string | true }>()

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/**
 * Prints the figures. Exits with 1 when a request failed, a charge was lost, a payment or its webhook was lost or
 * doubled, the ledger is not sound, or a process stopped late.
 */
async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-rolling-'))
  // Allow access to the cluster in this folder, because PostgreSQL may run as another user.
  chmodSync(dataDir, 0o711)
  try {
    const older = options.from === undefined ? undefined : await prepareOlder(options.from, dataDir)
    const stack = await startStack(dataDir)
    try {
      process.exitCode = (await check(stack, older ?? currentBuild(), older !== undefined)) ? 0 : 1
    } finally {
      await stack.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function prepareOlder(from: string | true, dataDir: string): Promise<Build> {
  const commit = from === true ? await commitBeforeNewestMigration() : from
  print(`builds ${commit}${from === true ? ', the commit before the newest migration' : ''}`)
  return buildOlder(commit, dataDir)
}

async function check(stack: Stack, first: Build, isUpgrade: boolean): Promise<boolean> {
  const deployment = await Deployment.open(stack, 'pix', (MIGRATION_DATABASE_URL) =>
    runCli(first, ['migrate'], { MIGRATION_DATABASE_URL }),
  )
  const cluster = await Cluster.start(deployment, first)
  const merchants = await createMerchants(deployment, first)
  await deployment.createEndpoints(merchants, { raisedLimits: true })
  const bank = new URL(deployment.settings['PIX_BASE_URL'] ?? '').origin
  const apiKeys = merchants.map(({ apiKey }) => apiKey)
  const traffic = new Traffic({
    origin: cluster.haproxy.origin,
    bank,
    apiKeys,
    receiver: stack.receiver,
    rate: options.rate,
  })
  print(`${first.name}: 3 API processes and 2 workers run; ${options.rate} requests per second`)
  traffic.start()
  await further(traffic)
  if (isUpgrade) await migrateUnderLoad(deployment, cluster, traffic)
  let slowestStopMs = 0
  for await (const { name, stopMs, startMs } of cluster.replaceAll(currentBuild())) {
    slowestStopMs = Math.max(slowestStopMs, stopMs)
    print(
      `${name}: stopped in ${seconds(stopMs)}, started in ${seconds(startMs)}; ${countFailures(traffic)} failures`,
    )
  }
  await further(traffic)
  await traffic.stop()
  const { ok, lines } = await verify(deployment, traffic)
  await report(traffic, cluster)
  for (const line of lines) print(line)
  if (slowestStopMs > STOP_MS_MAX) print(`a process needed more than ${seconds(STOP_MS_MAX)} to stop`)
  await cluster.stop()
  await deployment.owner.end()
  const passed = ok && countFailures(traffic) === 0 && slowestStopMs <= STOP_MS_MAX
  print(passed ? 'passed' : 'FAILED')
  return passed
}

async function migrateUnderLoad(deployment: Deployment, cluster: Cluster, traffic: Traffic): Promise<void> {
  const startedMs = performance.now()
  const output = await runCli(currentBuild(), ['migrate'], {
    MIGRATION_DATABASE_URL: deployment.settings['MIGRATION_DATABASE_URL'] ?? '',
  })
  print(`migrated in ${seconds(performance.now() - startedMs)}:\n  ${output.trim().replaceAll('\n', '\n  ')}`)
  await further(traffic)
  const statuses = await cluster.readiness()
  print(
    `/readyz of the older processes on the new schema: ${statuses.join(', ')}; ${countFailures(traffic)} failures`,
  )
}

/** Creates merchants with the command line of `build`, because the database has the schema of this build. */
async function createMerchants(deployment: Deployment, build: Build): Promise<BenchMerchant[]> {
  const run = async (...args: string[]): Promise<string> =>
    runCli(build, [...args, '--json'], deployment.settings)
  const rates = ['--write-rate', '100000', '--read-rate', '100000', '--search-rate', '100000']
  const created: BenchMerchant[] = []
  for (let n = 1; n <= MERCHANTS; n++) {
    const account = await run(
      'account',
      'create',
      '--name',
      `Loja ${n}`,
      '--document',
      '11444777000161',
      ...rates,
    )
    const id = /"gateway_id":"([^"]+)"/.exec(account)?.[1] ?? ''
    const scopes = 'charges:read,charges:write,balance:read,statement:read'
    const key = await run('api-key', 'create', '--account', id, '--name', 'rolling', '--scopes', scopes)
    created.push({ id, apiKey: /"key":"([^"]+)"/.exec(key)?.[1] ?? '' })
  }
  return created
}

/** Waits until the load has run for another SECONDS_BETWEEN seconds. */
async function further(traffic: Traffic): Promise<void> {
  const enough = traffic.count + SECONDS_BETWEEN * options.rate
  await until('further requests', WAIT_MAX_MS, () => traffic.count >= enough)
}

async function report(traffic: Traffic, { haproxy }: Cluster): Promise<void> {
  const { p50Ms, p99Ms, maxMs, pauseMs } = traffic.results()
  print(`requests: ${traffic.count} sent, ${countFailures(traffic)} failed`)
  for (const [kind, count] of traffic.failures) print(`  - ${count} × ${kind}`)
  print(
    `latency: p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, maximum ${maxMs.toFixed(0)} ms; ` +
      `longest time without an answer ${pauseMs.toFixed(0)} ms`,
  )
  print(
    `HAProxy, with callbacks: ${await haproxy.total('hrsp_2xx')} answers 2xx, ${await haproxy.total('hrsp_5xx')} 5xx, ` +
      `${await haproxy.total('econ')} connection errors, ${await haproxy.total('eresp')} response errors, ` +
      `${await haproxy.total('wretr')} retries, ${await haproxy.total('wredis')} to another process`,
  )
}

const countFailures = ({ failures }: Traffic): number =>
  Array.from(failures.values()).reduce((sum, count) => sum + count, 0)

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

await main()
