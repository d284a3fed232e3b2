import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Deployment, type BenchMerchant } from '../bench/deployment.ts'
import { startStack, until, type Stack } from '../bench/stack.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { anchorFileIn } from '../src/ledger/anchor-hourly.ts'
import { verifyWithAnchor } from '../src/ledger/anchors/verify-with-anchor.ts'
import {
  databaseTime,
  destroyCluster,
  sizesOf,
  startArchiving,
  takeBaseBackup,
  untilArchived,
  type Archive,
} from './restore/cluster.ts'
import { nothingConfirmed, runLoad, type Confirmed } from './restore/load.ts'
import { Report } from './restore/report.ts'
import { restoreAndCheck } from './restore/restore-and-check.ts'

const WAIT_MAX_MS = 120_000
const MERCHANTS = 3

/** The state of one drill. */
export interface Drill {
  report: Report
  stack: Stack
  deployment: Deployment
  archive: Archive
  confirmed: Confirmed
  /** The folder of the ledger's anchors, outside the database. */
  anchors: string
  /** The chosen moment, in the text format of PostgreSQL; undefined to restore to the end of the archived WAL. */
  moment: string | undefined
  destroyedAt: Date
}

const OPTIONS = {
  to: { type: 'string', default: 'both' },
  seconds: { type: 'string', default: '8' },
  'archive-timeout': { type: 'string', default: '5' },
} as const

/**
 * `pnpm restore-drill`: takes a base backup under load, destroys the database, and restores it. `--to moment` restores
 * to a moment before the loss, `--to end` to the end of the archived WAL, `--to both` both in turn. Then checks the
 * ledger, its anchors and every confirmed payment, and prints RPO and RTO. Exits with 1 after a violation.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: OPTIONS })
  const forms = values.to === 'both' ? ['moment', 'end'] : [values.to]
  const report = new Report()
  for (const form of forms) {
    if (form !== 'moment' && form !== 'end') throw new Error('--to must be moment, end or both')
    await runDrill(report, {
      form,
      seconds: Number(values.seconds),
      archiveTimeoutSeconds: Number(values['archive-timeout']),
    })
  }
  process.exitCode = report.end() ? 0 : 1
}

interface Plan {
  form: 'moment' | 'end'
  /** The seconds of load between two steps of the drill. */
  seconds: number
  archiveTimeoutSeconds: number
}

async function runDrill(report: Report, plan: Plan): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-restore-'))
  report.heading(
    plan.form === 'moment' ? 'Restore to a moment before the loss' : 'Restore to the end of the archived WAL',
  )
  const stack = await startStack(dataDir)
  const stopping = new AbortController()
  try {
    const archive = await startArchiving(stack, plan.archiveTimeoutSeconds)
    const deployment = await Deployment.open(stack, 'pix')
    const merchants = await deployment.createMerchants(MERCHANTS, 0)
    await deployment.createEndpoints(merchants)
    const anchors = join(dataDir, 'ledger-anchors')
    mkdirSync(anchors, { mode: 0o700 })
    await deployment.start('all', { LEDGER_ANCHOR_DIR: anchors })
    const confirmed = nothingConfirmed()
    const shared = { report, stack, deployment, archive, confirmed, anchors }
    const load = runLoad(deployment, merchants, confirmed, stopping.signal)
    const moment = await loseDatabase(shared, plan, merchants)
    stopping.abort()
    await load
    await restoreAndCheck({ ...shared, ...moment })
  } finally {
    stopping.abort()
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Takes the base backup, chooses the moment to restore, waits, and destroys the database, all while the load runs. */
async function loseDatabase(
  { report, stack, deployment, archive, confirmed, anchors }: Omit<Drill, 'moment' | 'destroyedAt'>,
  { form, seconds, archiveTimeoutSeconds }: Plan,
  merchants: readonly BenchMerchant[],
): Promise<Pick<Drill, 'moment' | 'destroyedAt'>> {
  const pause = () => systemClock.sleep(seconds * 1_000)
  await pause()
  await report.step('base backup under load', () => takeBaseBackup(stack, archive))
  // Wait for payouts: the load can record a payout only after the service has settled payments of the merchant.
  await until('a payout of every merchant', WAIT_MAX_MS, () => confirmed.payouts.size >= merchants.length)
  await pause()
  await anchor(deployment, anchors)
  const moment = form === 'moment' ? await databaseTime(stack) : undefined
  await pause()
  await anchor(deployment, anchors)
  await untilArchived(stack)
  await pause()

  const destroyedAt = systemClock.now()
  await report.step('loss: server killed, database killed and deleted', async () => {
    process.kill(deployment.pidOf('all'), 'SIGKILL')
    await destroyCluster(stack)
  })
  const { charges, payments, refunds, payouts } = confirmed
  const { walFiles, baseMegabytes } = await sizesOf(archive)
  report.figure('base backup, archived WAL files', `${baseMegabytes} MB, ${walFiles}`)
  report.figure('archive_timeout', `${archiveTimeoutSeconds} s`)
  report.figure('confirmed charges, payments', `${charges.size}, ${payments.size}`)
  report.figure('confirmed refunds, payouts', `${refunds.size}, ${payouts.size}`)
  return { moment, destroyedAt }
}

/** Verifies the ledger and appends an anchor to the file outside the database. */
async function anchor(deployment: Deployment, folder: string): Promise<void> {
  const { verdict } = await deployment.withContext((ctx) =>
    verifyWithAnchor(ctx, anchorFileIn(folder), { create: true }),
  )
  if (!verdict.sound)
    throw new Error('restore-drill: the ledger is already unsound before the drill destroys the database')
}

await main()
