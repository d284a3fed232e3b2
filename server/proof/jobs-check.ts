import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startStack } from '../bench/stack.ts'
import { checkFailingMerchant } from './jobs/failing-merchant.ts'
import { checkStops } from './jobs/stops.ts'

/**
 * `pnpm jobs-check --times N --seconds S`: measures whether one merchant delays the others. For S seconds, the rows of
 * this merchant make jobs fail, and for another S seconds, its ledger is locked. Then stops the worker N times with
 * SIGTERM while jobs run, and checks that the worker ends within 10 s and loses nothing. Exits with 1 when a check
 * fails.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      times: { type: 'string', default: '20' },
      seconds: { type: 'string', default: '30' },
    },
  })
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-jobs-'))
  const stack = await startStack(dataDir)
  try {
    const isIsolated = await checkFailingMerchant(stack, Number(values.seconds))
    const isStopped = await checkStops(stack, Number(values.times))
    process.exitCode = isIsolated && isStopped ? 0 : 1
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await main()
