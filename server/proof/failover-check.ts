import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Deployment } from '../bench/deployment.ts'
import { startStack, until } from '../bench/stack.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { assignAccounts, createAccounts } from './failover/accounts.ts'
import { createCharges, type Attempt } from './failover/load.ts'
import { ACCOUNTS, FAILURES, Psp, type Failure } from './failover/psps.ts'
import { checkReconciliation } from './failover/reconcile.ts'
import { RefundsWhileDead } from './failover/refunds.ts'
import { reportFaults } from './failover/report-faults.ts'
import { checkPayments, findMisplacedCobs, waitUntilResolved } from './failover/verify.ts'

const MERCHANTS = 200
const LOOPS = 16
/** When a PSP has failed for this time in milliseconds, each new charge must be at another receiving account. */
const FAILOVER_MS_MAX = 10_000
const FAILURE_MS = 15_000
const PAUSE_MS = 3_000
const PAID_EACH = 30
const LOAD_MAX_MS = 900_000

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/**
 * `pnpm failover-check --charges N`: 200 merchants with three receiving accounts create charges while one PSP after
 * another fails. A failing PSP is killed, hangs, creates charges without an answer, refuses calls, answers 500, or
 * answers late. Asks the PSPs themselves where each charge is. Merchants request refunds of earlier charges while the
 * PSP of these charges is down. Exits with 1 in each of these cases:
 * - a charge is at two PSPs or at the wrong PSP, or a pending charge is at no PSP;
 * - a PSP has a charge that the service does not know, or the outcome of an issuance stays unknown;
 * - a charge fails, although its merchant requested it more than 10 s after the merchant's first PSP began to fail;
 * - after the first 10 s of a failure, no merchant whose first PSP fails requests a charge;
 * - a payment is not recorded for its receiving account;
 * - the service receives no callback from one of the PSPs;
 * - no refund is requested while a PSP is down, or the service refuses a refund;
 * - a refund completes while its PSP is down, or does not complete after the restart of the PSP;
 * - a payment or a return is not reconciled;
 * - the sums of a PSP, of the reconciliation report and of the ledger differ, or the ledger has a finding.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { charges: { type: 'string', default: '10000' } } })
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-failover-'))
  const stack = await startStack(dataDir)
  try {
    const psps: Psp[] = []
    for (const account of ACCOUNTS) psps.push(await Psp.start(stack, account))
    const deployment = await Deployment.open(stack, 'pix')
    reportFaults(await check(deployment, psps, Number(values.charges)))
    await deployment.close()
  } finally {
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function check(deployment: Deployment, psps: readonly Psp[], charges: number): Promise<string[]> {
  const merchants = await deployment.createMerchants(MERCHANTS, 0)
  await createAccounts(deployment, psps)
  const firstOf = await assignAccounts(deployment, merchants, psps)
  const [own] = psps
  if (!own) throw new Error('BUG: failover-check started no PSP')
  const settings = { PIX_PROFILE: own.dialect, PIX_BASE_URL: own.baseUrl, PIX_TOKEN_URL: own.tokenUrl }
  await deployment.start('api', settings)
  await deployment.start('worker', settings)

  const attempts: Attempt[] = []
  const stopping = new AbortController()
  const load = Promise.all(
    Array.from({ length: LOOPS }, () => createCharges(deployment, merchants, attempts, stopping.signal)),
  )
  const refunds = new RefundsWhileDead(deployment, merchants)
  const faults = await failEach({ psps, firstOf, attempts, refunds })
  await until('all attempts to create charges', LOAD_MAX_MS, () => attempts.length >= charges)
  stopping.abort()
  await load

  print(`${attempts.length} attempts: ${countResults(attempts)}`)
  const unresolved = await waitUntilResolved(deployment)
  if (unresolved > 0n) faults.push(`the outcome of ${unresolved} issuances is still unknown`)
  faults.push(...(await findMisplacedCobs(deployment, psps)))
  faults.push(...(await checkPayments(deployment, psps, PAID_EACH)))
  faults.push(...(await refunds.check()))
  faults.push(...(await checkReconciliation(deployment, psps)))
  print(`the ledger of ${await deployment.verifyLedgers(merchants)} entries has no finding`)
  return faults
}

interface Failing {
  psps: readonly Psp[]
  /** The first account of each merchant. */
  firstOf: ReadonlyMap<string, string>
  attempts: readonly Attempt[]
  refunds: RefundsWhileDead
}

/**
 * Makes each PSP fail in each way of FAILURES. Returns the failures after which new charges did not move to another
 * receiving account in time.
 */
async function failEach({ psps, firstOf, attempts, refunds }: Failing): Promise<string[]> {
  const faults: string[] = []
  print('failure          PSP       last failed charge after   later charges')
  for (const failure of FAILURES) {
    for (const psp of psps) {
      await systemClock.sleep(PAUSE_MS)
      if (failure === 'kill') await refunds.prepare(psp)
      const startedMs = performance.now()
      await psp.fail(failure)
      if (failure === 'kill') await refunds.request(psp)
      await systemClock.sleep(FAILURE_MS)
      if (failure === 'kill') await refunds.end(psp)
      const endedMs = performance.now()
      const affected = attempts.filter(
        (attempt) =>
          firstOf.get(attempt.merchantId) === psp.id &&
          attempt.startedMs >= startedMs &&
          attempt.endedMs <= endedMs,
      )
      faults.push(...judge(failure, psp, affected, startedMs))
      await psp.recover(failure)
    }
  }
  return faults
}

function judge(failure: Failure, { id }: Psp, affected: readonly Attempt[], startedMs: number): string[] {
  const failed = affected.filter(({ result }) => result !== 'pending')
  const lastMs = Math.max(0, ...failed.map((attempt) => attempt.startedMs - startedMs))
  const late = affected.filter((attempt) => attempt.startedMs - startedMs >= FAILOVER_MS_MAX)
  const lateFailed = late.filter(({ result }) => result !== 'pending')
  const cells = [failure.padEnd(17), id.padEnd(10), `${(lastMs / 1_000).toFixed(1)} s`.padEnd(27)]
  print(`${cells.join('')}${late.length}, of which ${lateFailed.length} failed`)
  if (late.length === 0) return [`${failure} of ${id}: no charge after 10 s`]
  return lateFailed.length === 0
    ? []
    : [`${failure} of ${id}: ${lateFailed.length} charges failed after 10 s`]
}

function countResults(attempts: readonly Attempt[]): string {
  const byResult = Map.groupBy(attempts, ({ result }) => result ?? 'no answer')
  return Array.from(byResult, ([result, of]) => `${of.length} ${result}`).join(', ')
}

await main()
