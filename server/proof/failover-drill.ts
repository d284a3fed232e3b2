import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Deployment } from '../bench/deployment.ts'
import { startStack, until } from '../bench/stack.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { checkResults, createAndPay, type Confirmed } from './confirmed-payments.ts'
import { chance, MerchantCaller } from './lost-answers/calls.ts'
import { Report } from './restore/report.ts'
import { Nodes } from './standby/nodes.ts'

const LOAD_LOOPS = 8
const MERCHANTS = 3
const WAIT_MAX_MS = 120_000
/** The longest random wait before a failover, in milliseconds. */
const RANDOM_MS_MAX = 700

/**
 * `pnpm failover-drill --times N`: N times, kills the primary with SIGKILL under load and promotes its synchronous
 * standby. The service knows both hosts and continues without a restart. Prints the time from each promotion to the
 * first created charge. Then checks that no confirmed charge or payment is lost, that the ledger is sound, and that the
 * service read nothing from a standby. Exits with 1 after a violation.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { times: { type: 'string', default: '20' } } })
  const times = Number(values.times)
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-failover-'))
  const stack = await startStack(dataDir)
  const nodes = await Nodes.open(stack)
  const report = new Report()
  const confirmed: Confirmed = { charges: new Set(), payments: new Set() }
  const stopping = new AbortController()
  try {
    const deployment = await Deployment.open(stack, 'pix')
    for (const name of ['DATABASE_URL', 'CONSOLE_DATABASE_URL', 'MIGRATION_DATABASE_URL'])
      deployment.settings[name] = nodes.both(deployment.settings[name] ?? '')
    const merchants = await deployment.createMerchants(MERCHANTS, 0)
    await nodes.buildStandby()
    await deployment.start('all')
    const keys = merchants.map(({ apiKey }) => apiKey)
    const loops = Array.from({ length: LOAD_LOOPS }, (_, n) =>
      createAndPay(deployment, keys[n % MERCHANTS] ?? '', confirmed, stopping.signal),
    )
    const recoveriesMs: number[] = []
    let readers = 0
    for (let n = 1; n <= times; n++) {
      await waitForLoad(confirmed)
      readers += await nodes.countReaders()
      const killedMs = performance.now()
      await nodes.failOver()
      const ms = await untilFirstCharge(deployment, keys[0] ?? '', confirmed)
      recoveriesMs.push(ms)
      const outageMs = Math.round(performance.now() - killedMs)
      report.note(
        `${n}: first 201 ${ms} ms after the promotion, ${outageMs} ms after the kill; ${confirmed.payments.size} payments`,
      )
      await nodes.buildStandby()
    }
    stopping.abort()
    await Promise.all(loops)
    const sorted = recoveriesMs.toSorted((a, b) => a - b)
    report.figure('first 201 after the promotion, median', `${sorted[Math.floor(sorted.length / 2)] ?? 0} ms`)
    report.figure('first 201 after the promotion, longest', `${sorted.at(-1) ?? 0} ms`)
    report.check('no connection of the service read from a standby', readers === 0, `${readers}`)
    report.check('no confirmed charge or payment is lost', await checkResults(deployment, confirmed))
  } finally {
    stopping.abort()
    await stack.stop()
    await nodes.stopStandby()
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.exitCode = report.end() ? 0 : 1
}

/** Waits until `LOAD_LOOPS` further payments are confirmed, then for a random time. */
async function waitForLoad(confirmed: Confirmed): Promise<void> {
  const before = confirmed.payments.size
  await until('further payments', WAIT_MAX_MS, () => confirmed.payments.size >= before + LOAD_LOOPS)
  await systemClock.sleep(chance() * RANDOM_MS_MAX)
}

/**
 * Tries to create a charge until one is created. Returns the milliseconds until then.
 * @throws Error when the service refuses the charge.
 */
async function untilFirstCharge(
  deployment: Deployment,
  apiKey: string,
  { charges }: Confirmed,
): Promise<number> {
  const caller = new MerchantCaller(deployment.origin)
  const startedMs = performance.now()
  const order = systemIds.bytes(8).toString('hex')
  const payer = { name: 'Maria', document: '52998224725', email: 'm@exemplo.com.br', phone: '+5511987654321' }
  const body = { order_reference: order, amount_cents: 1_000, payer }
  const answer = await caller.callUntilKnown(apiKey, '/v1/pix/charges', {
    body,
    key: order,
    pauseMs: () => 10,
  })
  if (answer.kind !== 'ok')
    throw new Error(`failover-drill: the service refused to create a charge: ${answer.reason}`)
  if (typeof answer.body['id'] === 'string') charges.add(answer.body['id'])
  return Math.round(performance.now() - startedMs)
}

await main()
