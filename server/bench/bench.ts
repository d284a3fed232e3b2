import { plusMs } from '../src/kernel/clock.ts'
import { runClaimed } from '../src/kernel/jobs/claim-run.ts'
import { Deployment, type BenchMerchant, type Role } from './deployment.ts'
import { asSuperuser, type Stack } from './stack.ts'
import type { Row } from './table.ts'

/** The input of every benchmark case. */
export interface Bench {
  stack: Stack
  /** The duration of each measurement in seconds. A case that only reads divides this time among its operations. */
  seconds: number
  /**
   * The number of charges in the data set with which writing cases start; with 0, they start with an empty database.
   */
  rows: number
  /** The number of charges in the data set of the cases that only read. */
  largeRows: number
  /** Whether to measure the floors as well. A floor runs only the SQL statements that an operation cannot avoid. */
  floors: boolean
  /** The path of the SQL file of pgledger (another ledger for PostgreSQL), for the case `peers`. */
  pgledger?: string
  /** The results of the cases that this run has already measured. */
  measured: Row[]
  /** Functions that the run calls at its end, for example to close a data set. */
  toClose: (() => Promise<void>)[]
}

export type Case = (bench: Bench) => Promise<Row[]>

/** The number of concurrent connections of the load generator, and of database connections in a floor measurement. */
export const CONNECTIONS = 32
export const MERCHANTS = 200

export const log = (line: string): void => void process.stderr.write(`bench: ${line}\n`)

/**
 * Returns the warm-up of a case. A new server reaches full speed only after 12,000 calls. A run of less than 10 s
 * checks only that the cases work, so its warm-up is shorter.
 */
export const warmUpFor = ({ seconds }: Bench) => ({
  seconds: seconds < 10 ? 4 * seconds : 120,
  callsMax: 12_000,
})

/**
 * The warm-up after `analyze`. New statistics make every database connection plan its prepared SQL statements again.
 */
export const REPLAN = { seconds: 10, callsMax: 400 }

/**
 * Returns how long to measure each operation of a case that only reads: an equal share of `seconds`, at least 1 s.
 */
export const secondsOfEach = ({ seconds }: Bench, operations: number): number =>
  Math.max(1, seconds / operations)

interface FreshDeployment {
  name: string
  merchants: number
  roles?: Role[]
  /**
   * Whether this process serves the PSP's lists to the worker. Such a server is needed if the simulator does not know
   * the charges of the case.
   */
  usesPspLists?: boolean
}

/**
 * Runs `work` on a separate database with new merchants, then verifies their ledgers and drops the database. The
 * database starts empty, or as a copy of the data set with `bench.rows` charges.
 * @throws Error when the verification of a ledger finds a fault.
 */
export async function withFreshDeployment<T>(
  bench: Bench,
  { name, merchants, roles = ['api', 'worker'], usesPspLists = false }: FreshDeployment,
  work: (deployment: Deployment, merchants: BenchMerchant[]) => Promise<T>,
): Promise<T> {
  const { stack } = bench
  const database = `case_${name.replaceAll('-', '_')}`
  const drop = `drop database if exists ${database} with (force)`
  await asSuperuser(stack.postgres, drop)
  if (bench.rows > 0) await copyDataSet(bench, database)
  const deployment = await Deployment.open(stack, database)
  try {
    const created = await deployment.createMerchants(merchants)
    const lists = usesPspLists ? stack.pspLists.reset() : {}
    await postponeNightlyJobs(deployment)
    for (const role of roles) await deployment.start(role, role === 'worker' ? lists : {})
    const result = await work(deployment, created)
    await Promise.all(roles.map((role) => deployment.stop(role)))
    await deployment.verifyLedgers(created)
    return result
  } finally {
    await deployment.close()
    await asSuperuser(stack.postgres, drop)
  }
}

/**
 * Postpones the nightly verification of ledgers and of the audit log by one day. Otherwise a server would verify all
 * ledgers of a new database right after its start.
 */
function postponeNightlyJobs(deployment: Deployment): Promise<void> {
  return deployment.withContext(async (ctx) => {
    const tomorrow = plusMs(ctx.clock.now(), 86_400_000)
    const claim = { nextRunAt: () => tomorrow, retryMs: 0 }
    for (const job of ['ledger-verify', 'audit-verify'])
      await runClaimed(ctx, job, claim, () => Promise.resolve())
  })
}

async function copyDataSet(bench: Bench, database: string): Promise<void> {
  const { ensureDataSet } = await import('./data/data-set.ts')
  const { database: template } = await ensureDataSet(bench, bench.rows)
  const from = `template ${template} strategy file_copy`
  await asSuperuser(bench.stack.postgres, `create database ${database} owner pix_owner ${from}`)
}
