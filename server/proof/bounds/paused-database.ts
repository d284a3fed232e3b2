import type { BenchMerchant, Deployment } from '../../bench/deployment.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { CALL_MS_MAX } from '../../src/kernel/pool/work-limits.ts'
import { processTree } from '../../bench/machine.ts'
import { Caller, isOk, runOpenLoad, timesOf, type OpenLoad, type Outcome } from '../load.ts'
import type { Report } from './report.ts'
import { createPaidCharge, refundRequest } from './requests.ts'

const PAUSED_SECONDS = 20
const BEFORE_SECONDS = 3
const AFTER_SECONDS = 20
/** All calls must succeed again within this time after the pause, in milliseconds. */
const RECOVERY_MS_MAX = 10_000
/** The longest allowed time of a call, including time for the process to answer many calls at once. */
const ANSWER_MS_MAX = CALL_MS_MAX + 1_000
const REFUNDS_PER_SECOND = 5

/**
 * Pauses every process of PostgreSQL for 20 s under load. Checks that every call is answered in time, and that calls
 * and jobs succeed again after the pause, without a restart.
 */
export async function checkPausedDatabase(
  deployment: Deployment,
  { hot, chargeId, loads }: { hot: BenchMerchant; chargeId: string; loads: readonly OpenLoad[] },
  report: Report,
): Promise<void> {
  const caller = new Caller(deployment.origin)
  const end = new AbortController()
  const refunds = { name: 'refund', rate: REFUNDS_PER_SECOND, next: () => refundRequest(hot, chargeId) }
  const running = [...loads, refunds].map(async (load) => {
    return { name: load.name, calls: await runOpenLoad(caller, load, end.signal) }
  })
  let continuedMs = 0
  try {
    await systemClock.sleep(BEFORE_SECONDS * 1_000)
    await whilePaused(deployment.stack.postgres.pid, () => systemClock.sleep(PAUSED_SECONDS * 1_000))
    continuedMs = performance.now()
    const recordedMs = await timeOf(() => createPaidCharge(deployment, hot).catch(() => undefined))
    await systemClock.sleep(AFTER_SECONDS * 1_000 - recordedMs)
  } finally {
    end.abort()
  }
  const all = await Promise.all(running)
  for (const { name, calls } of all) report.row(name, calls)
  const calls = all.flatMap((one) => one.calls)
  const longestMs = timesOf(calls).maxMs
  const isInTime = longestMs <= ANSWER_MS_MAX
  report.check('longest call', isInTime, `${Math.round(longestMs)} ms (at most ${ANSWER_MS_MAX})`)
  checkRefusals(report, calls)
  checkRecovery(report, calls, continuedMs)
  const recordedMs = await timeOf(() => createPaidCharge(deployment, hot))
  report.check('a payment is recorded again', true, `${Math.round(recordedMs)} ms from create to ledger`)
  await caller.close()
}

function checkRefusals(report: Report, calls: readonly Outcome[]): void {
  const failed = calls.filter((call) => !isOk(call))
  const other = failed.filter(({ status, hasRetryAfter }) => status !== 503 || !hasRetryAfter)
  report.check(
    'every failed call gets 503 with Retry-After',
    other.length === 0,
    `${other.length} of ${failed.length} failed calls got another answer`,
  )
}

/** Checks that from RECOVERY_MS_MAX after the pause, every call succeeds within a second. */
function checkRecovery(report: Report, calls: readonly Outcome[], continuedMs: number): void {
  const bad = calls.filter((call) => !isOk(call) || call.ms > 1_000)
  const lastMs = Math.max(continuedMs, ...bad.map(({ atMs }) => atMs)) - continuedMs
  const isSoon = lastMs <= RECOVERY_MS_MAX
  report.check(
    'all calls succeed again soon after the pause',
    isSoon,
    `${Math.round(lastMs)} ms (at most ${RECOVERY_MS_MAX})`,
  )
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** Pauses a process and all its children with SIGSTOP, runs `work`, then resumes the processes. */
async function whilePaused(pid: number, work: () => Promise<void>): Promise<void> {
  const paused = new Set<number>()
  try {
    for (let found = [pid]; found.length > 0; found = processTree(pid).filter((one) => !paused.has(one)))
      for (const one of found) {
        signal(one, 'SIGSTOP')
        paused.add(one)
      }
    await work()
  } finally {
    for (const one of paused) signal(one, 'SIGCONT')
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has already ended.
  }
}
