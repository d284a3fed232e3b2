import { claimRun } from '../src/kernel/jobs/claim-run.ts'
import { plusMs, systemClock } from '../src/kernel/clock.ts'
import { Findings } from '../src/ledger/verify/findings.ts'
import { verifyMerchantLedger } from '../src/ledger/verify/verify-merchant-ledger.ts'
import { createMerchants, type BenchMerchant } from './merchants.ts'
import { Deployment, type Role } from './deployment.ts'
import { asSuperuser, type Stack } from './stack.ts'
import type { Row } from './table.ts'

/** The input of every case. */
export interface Bench {
  stack: Stack
  /** How long each measurement runs. */
  seconds: number
  /** Charges in the data set that writing cases start from; 0 for an empty database. */
  rows: number
  /** Charges in the data set of reading cases. */
  largeRows: number
  /** Whether to measure floors too. A floor is the least work with the same effect in the database. */
  floors: boolean
  /** Path of the SQL file of pgledger, for the case `peers`. */
  pgledger: string | undefined
  /** Result rows of the earlier cases of this run. */
  measured: Row[]
  /** Called at the end of the run. */
  toClose: (() => Promise<void>)[]
  log: (line: string) => void
}

export interface Case {
  name: string
  run(bench: Bench): Promise<Row[]>
}

/** Client connections of the load generator and of every floor. */
export const CONNECTIONS = 32
export const MERCHANTS = 200

/**
 * Returns the warm-up of a case. A new server reaches its full speed after 12,000 calls. Runs of less than 10 s only
 * check that the cases work, so they warm up for a shorter time.
 */
export const warmUpFor = ({ seconds }: Bench) => ({
  seconds: seconds < 10 ? 4 * seconds : 120,
  callsMax: 12_000,
})

/** Warm-up after `analyze`: new statistics make every connection plan its statements again. */
export const REPLAN = { seconds: 10, callsMax: 400 }

interface FreshDeployment {
  name: string
  roles: Role[]
  merchants: number
  /** The worker reads the lists of the PSP from this process, because the simulator knows no charges of the case. */
  usesPspLists?: boolean
}

/**
 * Runs `work` on a separate database with new merchants, then verifies their ledgers and drops the database. The
 * database starts empty, or as a copy of the data set with `bench.rows` charges.
 * @throws Error when a ledger does not verify.
 */
export async function withFreshDeployment<T>(
  bench: Bench,
  { name, roles, merchants, usesPspLists = false }: FreshDeployment,
  work: (deployment: Deployment, merchants: BenchMerchant[]) => Promise<T>,
): Promise<T> {
  const { stack } = bench
  const database = `case_${name.replaceAll('-', '_')}`
  await asSuperuser(stack.postgres, `drop database if exists ${database} with (force)`)
  if (bench.rows > 0) await copyDataSet(bench, database)
  const deployment = await Deployment.open(stack, database)
  try {
    const created = await createMerchants(deployment, merchants)
    const network = usesPspLists ? stack.pspLists.reset() : {}
    await postponeNightlyJobs(deployment)
    for (const role of roles) await deployment.start(role, role === 'worker' ? network : {})
    const result = await work(deployment, created)
    await Promise.all(roles.map((role) => deployment.stop(role)))
    await verifyLedgers(deployment, created)
    return result
  } finally {
    await deployment.close()
    await asSuperuser(stack.postgres, `drop database if exists ${database} with (force)`)
  }
}

/** Without this, a server verifies all ledgers of a new database at its first start. Production does so at night. */
function postponeNightlyJobs(deployment: Deployment): Promise<void> {
  return deployment.withContext(async (ctx) => {
    for (const job of NIGHTLY_JOBS) await claimRun(ctx, job, plusMs(ctx.clock.now(), DAY_MS))
  })
}

const NIGHTLY_JOBS = ['ledger-verify', 'audit-verify']
const DAY_MS = 86_400_000

async function copyDataSet(bench: Bench, database: string): Promise<void> {
  const { ensureDataSet } = await import('./data/data-set.ts')
  const { database: template } = await ensureDataSet(bench, bench.rows)
  const from = `template ${template} strategy file_copy`
  await asSuperuser(bench.stack.postgres, `create database ${database} owner pix_owner ${from}`)
}

/**
 * Verifies the ledgers of these merchants, including the hash chains, with the verifier of the service. Returns the
 * number of entries read.
 * @throws Error with the first finding.
 */
export function verifyLedgers(deployment: Deployment, merchants: readonly BenchMerchant[]): Promise<bigint> {
  return deployment.withContext(async (ctx) => {
    const findings = new Findings()
    let entries = 0n
    for (const { id } of merchants) entries += await verifyMerchantLedger(ctx, id, findings)
    const [first] = findings.items
    if (first)
      throw new Error(`bench: the ledger has ${findings.count} findings, the first: ${JSON.stringify(first)}`)
    return entries
  })
}

/** Waits until `condition` returns true; checks it every 50 ms. @throws Error after `timeoutMs`. */
export async function until(
  what: string,
  timeoutMs: number,
  condition: () => Promise<boolean> | boolean,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 50) {
    if (await condition()) return
    await systemClock.sleep(50)
  }
  throw new Error(`bench: timed out after ${timeoutMs / 1000} s waiting for ${what}`)
}
