import type { BenchMerchant, Deployment } from '../../bench/deployment.ts'
import { connect } from '../../bench/stack.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { systemIds } from '../../src/kernel/ids.ts'
import { Caller, isOk, runOpenLoads, statusesOf, timesOf, type OpenLoad, type Outcome } from '../load.ts'
import type { Report } from './report.ts'
import { refundRequest } from './requests.ts'

const WRITERS = 64
const LOCKED_SECONDS = 30
const RATIO_MAX = 2
const ANSWER_MS_MAX = 5_000
/**
 * The shortest pause of a client after an answer with `Retry-After: 1`. The client adds a random time of up to the same
 * length.
 */
const RETRY_MS = 1_000

/**
 * Locks the ledger of the merchant `hot` for 30 s, while 64 refunds of this merchant wait. Clients repeat the refunds
 * that the service refuses. Measures `loads`, the calls of another merchant and of the console, before and during the
 * lock.
 */
export async function checkLockedLedger(
  deployment: Deployment,
  { hot, chargeId, loads }: { hot: BenchMerchant; chargeId: string; loads: readonly OpenLoad[] },
  report: Report,
): Promise<void> {
  const caller = new Caller(deployment.origin)
  const writing = new AbortController()
  try {
    const alone = await runOpenLoads(caller, loads, LOCKED_SECONDS)
    const locking = await connect(deployment.stack.postgres.ownerUrl(deployment.database))
    await locking.query('begin')
    await locking.query('select from ledger_head where merchant_id = $1 for update', [hot.id])
    const writers = Array.from({ length: WRITERS }, () =>
      refundUntil(caller, () => refundRequest(hot, chargeId), writing.signal),
    )
    const beside = await runOpenLoads(caller, loads, LOCKED_SECONDS)
    writing.abort()
    const waited = (await Promise.all(writers)).flat()
    await locking.query('rollback')
    await locking.end()
    for (const { name } of loads) compare(report, name, alone.get(name) ?? [], beside.get(name) ?? [])
    checkWriters(report, waited)
    const after = await caller.call(refundRequest(hot, chargeId))
    report.check('refund after the lock', isOk(after), `status ${after.status}, ${Math.round(after.ms)} ms`)
  } finally {
    writing.abort()
    await caller.close()
  }
}

/** Sends refunds one after the other until `signal` aborts, and pauses after each refusal. */
async function refundUntil(
  caller: Caller,
  next: () => ReturnType<typeof refundRequest>,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  while (!signal.aborted) {
    const outcome = await caller.call(next())
    outcomes.push(outcome)
    if (!isOk(outcome))
      await systemClock.sleep(RETRY_MS + (systemIds.bytes(2).readUInt16BE() % RETRY_MS), signal)
  }
  return outcomes
}

function compare(report: Report, name: string, alone: readonly Outcome[], beside: readonly Outcome[]): void {
  const [before, during] = [timesOf(alone), timesOf(beside)]
  report.row(`${name}, without the lock`, alone)
  report.row(`${name}, with the lock`, beside)
  const ratio = during.p99Ms / before.p99Ms
  report.check(
    `${name}: p99 with the lock / p99 without it`,
    ratio <= RATIO_MAX,
    `${ratio.toFixed(2)} (at most ${RATIO_MAX})`,
  )
  report.check(`${name}: every call succeeds`, [...alone, ...beside].every(isOk), statusesOf(beside))
}

function checkWriters(report: Report, waited: readonly Outcome[]): void {
  report.row('refunds of the locked merchant', waited)
  report.check('refunds get 503 with Retry-After', waited.every(isRefusal), statusesOf(waited))
  const longestMs = timesOf(waited).maxMs
  const isInTime = longestMs <= ANSWER_MS_MAX
  report.check('longest refund', isInTime, `${Math.round(longestMs)} ms (at most ${ANSWER_MS_MAX})`)
}

const isRefusal = ({ status, hasRetryAfter }: Outcome): boolean => status === 503 && hasRetryAfter
