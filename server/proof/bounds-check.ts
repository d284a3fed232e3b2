import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Deployment } from '../bench/deployment.ts'
import { startStack } from '../bench/stack.ts'
import { verifyLedger } from '../src/ledger/verify/verify-ledger.ts'
import { checkLockedLedger } from './bounds/locked-ledger.ts'
import { checkPausedDatabase } from './bounds/paused-database.ts'
import { Report } from './bounds/report.ts'
import { createPaidCharge, otherLoads } from './bounds/requests.ts'
import { Caller, runOpenLoads } from './load.ts'

const WARM_UP_SECONDS = 8

/**
 * `pnpm bounds-check`: measures how the built processes react to two faults. First locks the ledger of one merchant for
 * 30 s while 64 refunds of this merchant wait. Then pauses every process of PostgreSQL for 20 s. Prints the times and
 * answers of another merchant's calls and of console calls. Exits with 1 when a time exceeds its bound, a call gets a
 * wrong answer, or the ledger is not sound.
 */
async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-bounds-'))
  const stack = await startStack(dataDir)
  try {
    const deployment = await Deployment.open(stack, 'pix')
    const [hot, other] = await deployment.createMerchants(2, 0)
    if (!hot || !other) throw new Error('BUG: createMerchants created fewer than two merchants')
    await deployment.start('api')
    await deployment.start('worker')
    const loads = await otherLoads(deployment, other)
    const given = { hot, chargeId: await createPaidCharge(deployment, hot), loads }
    const caller = new Caller(deployment.origin)
    await runOpenLoads(caller, loads, WARM_UP_SECONDS)
    await deployment.owner.query('analyze')
    await caller.close()

    const report = new Report()
    report.title('One locked ledger, 64 refunds waiting')
    await checkLockedLedger(deployment, given, report)
    report.title('PostgreSQL paused for 20 s')
    await checkPausedDatabase(deployment, given, report)
    const { sound, entriesCount } = await deployment.withContext((ctx) => verifyLedger(ctx))
    report.check('ledger', sound, `${entriesCount} entries`)
    process.exitCode = report.failed === 0 ? 0 : 1
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await main()
