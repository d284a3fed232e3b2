import { until } from '../../bench/stack.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { anchorFileIn } from '../../src/ledger/anchor-hourly.ts'
import { rewindAnchors } from '../../src/ledger/anchors/rewind-anchors.ts'
import { verifyWithAnchor } from '../../src/ledger/anchors/verify-with-anchor.ts'
import { releaseReturns } from '../../src/returns/hold/release-returns.ts'
import type { Drill } from '../restore-drill.ts'
import {
  countInbox,
  countPostings,
  differingReturns,
  ledgerFindings,
  lostPayouts,
  readHold,
  readStored,
  returnRequestsAtPsp,
  returnsAtPsp,
  type Stored,
} from './checks.ts'
import { copyBaseBackup, lastRestoredCommit, recover } from './cluster.ts'
import { recordOnce } from './load.ts'

const WAIT_MAX_MS = 180_000

/** Follows the runbook of server/docs/backup.md, and checks each of its steps. */
export async function restoreAndCheck(drill: Drill): Promise<void> {
  const { report } = drill
  const restored = await restoreDatabase(drill)
  const stored = await reportLoss(drill, restored.lastCommitAt)
  await checkAnchors(drill)
  const requestsBefore = await returnRequestsAtPsp(drill.deployment)
  const readySeconds = await startService(drill)
  report.figure(
    'RTO, from the loss to a service that answers',
    `${(restored.seconds + readySeconds).toFixed(1)} s`,
  )
  await checkSweep(drill, stored, requestsBefore)
  await recordPayoutsAgain(drill, stored)
  await checkRelease(drill)
  await checkEnd(drill)
}

/** Restores the base backup and the WAL. Returns how long this took, and the time of the last restored commit. */
async function restoreDatabase({ report, stack, archive, moment }: Drill) {
  const copied = await report.step('copy of the base backup', () => copyBaseBackup(stack, archive))
  const recovered = await report.step('recovery with the archived WAL', () => recover(stack, archive, moment))
  return { seconds: copied.seconds + recovered.seconds, lastCommitAt: lastRestoredCommit(stack) }
}

/**
 * Prints which confirmed records the restored database lacks. Checks that it has every charge and refund that the
 * service confirmed before the last restored commit.
 */
async function reportLoss(drill: Drill, lastCommitAt: Date): Promise<Stored> {
  const { report, deployment, confirmed, moment, destroyedAt } = drill
  const lostSeconds = (destroyedAt.getTime() - lastCommitAt.getTime()) / 1_000
  report.figure(
    moment === undefined
      ? 'RPO, from the last restored commit to the loss'
      : 'discarded, from the chosen moment to the loss',
    `${lostSeconds.toFixed(1)} s`,
  )
  const stored = await readStored(deployment, confirmed)
  for (const kind of ['charges', 'payments', 'refunds', 'payouts'] as const)
    report.figure(`lost ${kind}`, `${confirmed[kind].size - stored[kind].size} of ${confirmed[kind].size}`)
  for (const kind of ['charges', 'refunds'] as const) {
    const early = Array.from(confirmed[kind]).filter(
      ([name, at]) => at <= lastCommitAt && !stored[kind].has(name),
    )
    report.check(
      `every ${kind.slice(0, -1)} from before the last restored commit is restored`,
      early.length === 0,
      `${early.length}`,
    )
  }
  const { entries, findings } = await ledgerFindings(deployment)
  report.check(
    `the restored ledger is sound (${entries} entries)`,
    findings.length === 0,
    findings.join('; '),
  )
  return stored
}

/** Compares the restored ledger with the anchors, which the loss of the database did not affect. */
async function checkAnchors({ report, deployment, anchors, moment }: Drill): Promise<void> {
  const file = anchorFileIn(anchors)
  const verify = async () => {
    const { verdict } = await deployment.withContext((ctx) => verifyWithAnchor(ctx, file, { create: false }))
    return verdict
  }
  const before = await verify()
  if (moment === undefined) {
    report.check('the ledger agrees with the last anchor before the loss', before.sound)
    return
  }
  report.check(
    'the last anchor shows that entries are missing',
    before.findings.some(({ what }) => what.endsWith('is missing')),
  )
  const to = new Date(`${moment.replace(' ', 'T')}:00`)
  const { removedCount } = await deployment.withContext((ctx) => rewindAnchors(ctx.vault, file, to))
  report.check('`ledger rewind-anchors` removes the later anchor', removedCount === 1, `${removedCount}`)
  report.check('the ledger agrees with every anchor up to the moment', (await verify()).sound)
}

async function startService({ report, deployment, anchors }: Drill): Promise<number> {
  const { seconds } = await report.step('start of the service until /readyz answers 200', async () => {
    await deployment.start('all', { LEDGER_ANCHOR_DIR: anchors })
    await until(
      'the service to be ready',
      WAIT_MAX_MS,
      async () => (await fetch(`${deployment.origin}/readyz`)).ok,
    )
  })
  const { heldBy } = await readHold(deployment)
  report.check(
    'the service holds returns without any action of an operator',
    heldBy === 'database_restored',
    String(heldBy),
  )
  return seconds
}

/**
 * Waits until the job that reads the PSP's list of payments has recorded every payment again, and checks that the
 * service requested no return meanwhile.
 */
async function checkSweep(drill: Drill, before: Stored, requestsBefore: number): Promise<void> {
  const { report, deployment, confirmed } = drill
  await report.step('sweep: every payment and return of the PSP', async () => {
    await until('the sweep to record every payment', WAIT_MAX_MS, async () => {
      const { payments } = await readStored(deployment, confirmed)
      return payments.size === confirmed.payments.size && (await countInbox(deployment)).waiting === 0
    })
    await until(
      'the sweep to record every return of the PSP',
      WAIT_MAX_MS,
      async () => (await unequalReturns(drill)).length === 0,
    )
  })
  report.figure('payments brought back by the sweep', confirmed.payments.size - before.payments.size)
  const requests = (await returnRequestsAtPsp(deployment)) - requestsBefore
  report.check('no return was requested while returns were held', requests === 0, `${requests}`)

  const lostCharges = new Set(
    Array.from(confirmed.charges.keys())
      .filter((id) => !before.charges.has(id))
      .map((id) => id.replaceAll('-', '')),
  )
  const { waiting } = await readHold(deployment)
  const unmatched = waiting.filter(({ classification }) => classification === 'unmatched')
  report.figure('held payments; held payments whose charge is lost', `${waiting.length}, ${unmatched.length}`)
  report.check(
    'only payments of lost charges are unmatched',
    unmatched.every(({ txid }) => lostCharges.has(txid ?? '')),
  )
  report.note(
    `cannot come back: ${lostCharges.size} charges. They exist at the PSP only. Their payments go back`,
  )
  report.note('to their payers after the release; their merchants have to create these charges again.')
}

const unequalReturns = async ({ deployment, confirmed }: Drill): Promise<string[]> => {
  const txids = new Set(Array.from(confirmed.payments.values(), ({ txid }) => txid))
  const atPsp = await returnsAtPsp(deployment, txids)
  return await differingReturns(deployment, atPsp)
}

/** Records the lost payouts again, as an operator does from the bank's account statement. */
async function recordPayoutsAgain({ report, deployment, confirmed }: Drill, before: Stored): Promise<void> {
  const lost = lostPayouts(confirmed, before)
  let recordedCount = 0
  await until('the balance for the lost payouts', WAIT_MAX_MS, async () => {
    for (const payout of lost.slice(recordedCount)) {
      if (!(await recordOnce(deployment, payout))) return false
      recordedCount += 1
    }
    return true
  })
  report.note(
    `cannot come back: ${lost.length} payouts. Recorded again from the statement of the bank: ${recordedCount}`,
  )
}

/** Releases the returns as an operator does, and waits until every held payment is returned to its payer. */
async function checkRelease({ report, deployment }: Drill): Promise<void> {
  await report.step('release: every held payment is returned', async () => {
    await until('the end of the sweep', WAIT_MAX_MS, async () => {
      const { sweptUntil } = await readHold(deployment)
      return sweptUntil !== null && systemClock.now().getTime() - sweptUntil.getTime() < 60_000
    })
    await deployment.withContext((ctx) => releaseReturns(ctx, { reason: 'restore drill', anyway: false }))
    await until(
      'the return of every held payment',
      WAIT_MAX_MS,
      async () => (await readHold(deployment)).waiting.length === 0,
    )
  })
}

/** Checks the final state: payments, returns, inbox, ledger and anchors. */
async function checkEnd(drill: Drill): Promise<void> {
  const { report, deployment, confirmed, anchors } = drill
  const txids = new Set(Array.from(confirmed.payments.values(), ({ txid }) => txid))
  await until('the end of all returns', WAIT_MAX_MS, async () => (await unequalReturns(drill)).length === 0)
  const atPsp = await returnsAtPsp(deployment, txids)
  const { posted, postings } = await countPostings(deployment, Array.from(confirmed.payments.keys()))
  report.check(
    `each of ${confirmed.payments.size} confirmed payments is posted exactly once`,
    posted === confirmed.payments.size && postings === posted,
    `${posted} posted, ${postings} postings`,
  )
  report.check(
    'no payment was returned more than once',
    atPsp.every(
      ({ returnedCents, valueCents, isInProgress }) => returnedCents <= valueCents && !isInProgress,
    ),
  )
  const { parked } = await countInbox(deployment)
  report.check('no message of the network is parked', parked === 0, `${parked}`)
  const { verdict } = await deployment.withContext((ctx) =>
    verifyWithAnchor(ctx, anchorFileIn(anchors), { create: false }),
  )
  const findings = verdict.findings.map(({ name, what }) => `${name}: ${what}`).join('; ')
  report.check(
    `the ledger is sound and agrees with its anchors (${verdict.entriesCount} entries)`,
    verdict.sound,
    findings,
  )
}
