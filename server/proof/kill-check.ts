import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../src/kernel/clock.ts'
import { systemIds } from '../src/kernel/ids.ts'
import { readSavedSettings } from '../stack/settings.ts'
import { Deployment } from '../bench/deployment.ts'
import { startDatabase, startStack, until } from '../bench/stack.ts'
import { checkResults, createAndPay, type Confirmed } from './confirmed-payments.ts'

const LOAD_LOOPS = 8
const WAIT_MAX_MS = 90_000

/**
 * `pnpm kill-check --times N`: N times, kills the server or PostgreSQL with SIGKILL at a random time under load, and
 * restarts it. Then checks that every confirmed payment is posted exactly once, that every confirmed charge exists, and
 * that the ledger is sound. Exits with 1 when a check fails.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { times: { type: 'string', default: '20' } } })
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-kill-'))
  const stack = await startStack(dataDir)
  const confirmed: Confirmed = { charges: new Set(), payments: new Set() }
  const stopping = new AbortController()
  try {
    const deployment = await Deployment.open(stack, 'pix')
    const merchants = await deployment.createMerchants(3, 0)
    await deployment.start('all')
    const keys = merchants.map(({ apiKey }) => apiKey)
    const loops = Array.from({ length: LOAD_LOOPS }, (_, n) =>
      createAndPay(deployment, keys[n % 3] ?? '', confirmed, stopping.signal),
    )
    for (let n = 1; n <= Number(values.times); n++) {
      await waitForLoad(confirmed)
      const victim = n % 2 === 0 ? 'PostgreSQL' : 'server'
      await (victim === 'server' ? killServer(deployment) : killPostgres(deployment))
      process.stdout.write(`${n}: killed ${victim} after ${confirmed.payments.size} payments\n`)
    }
    stopping.abort()
    await Promise.all(loops)
    process.exitCode = (await checkResults(deployment, confirmed)) ? 0 : 1
  } finally {
    stopping.abort()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Waits until `LOAD_LOOPS` further payments are confirmed, then for a random time of up to 0.7 s. */
async function waitForLoad(confirmed: Confirmed): Promise<void> {
  const before = confirmed.payments.size
  await until('further payments', WAIT_MAX_MS, () => confirmed.payments.size >= before + LOAD_LOOPS)
  await systemClock.sleep(systemIds.bytes(2).readUInt16BE() % 700)
}

async function killServer(deployment: Deployment): Promise<void> {
  process.kill(deployment.pidOf('all'), 'SIGKILL')
  await deployment.stop('all')
  await deployment.start('all')
}

/** Kills and restarts PostgreSQL. The server keeps running and must reconnect. */
async function killPostgres({ stack }: Deployment): Promise<void> {
  const { pid, port, exited } = stack.postgres
  process.kill(pid, 'SIGKILL')
  await exited
  stack.postgres = await startDatabase(stack.dataDir, readSavedSettings(stack.dataDir), port)
}

await main()
