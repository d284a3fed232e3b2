import { claimRun } from '../src/kernel/jobs/claim-run.ts'
import { plusMs, systemClock } from '../src/kernel/clock.ts'
import { Findings } from '../src/ledger/verify/findings.ts'
import { verifyMerchantLedger } from '../src/ledger/verify/verify-merchant-ledger.ts'
import { makeMerchants, type BenchMerchant } from './merchants.ts'
import { Site, type Role } from './site.ts'
import { asSuperuser, type Stack } from './stack.ts'
import type { Row } from './table.ts'

/** What every case gets. */
export interface Bench {
  stack: Stack
  /** How long each measurement runs. */
  seconds: number
  /** Charges of the data set that writing cases start from; 0: an empty database. */
  rows: number
  /** Charges of the data set that reading cases ask. */
  largeRows: number
  /** Whether floors are measured, too. */
  floors: boolean
  /** The SQL file of pgledger, for the case `peers`. */
  pgledger: string | undefined
  /** Rows of the cases that ran before in this run. */
  measured: Row[]
  /** What the end of the run closes. */
  toClose: (() => Promise<void>)[]
  say: (line: string) => void
}

export interface Case {
  name: string
  run(bench: Bench): Promise<Row[]>
}

/** Client connections of the service's load and of every floor. */
export const CONNECTIONS = 32
export const MERCHANTS = 200

/**
 * A fresh server needs 12,000 calls to be as fast as one that has served for a while. Runs of less than 10 s only check
 * that the cases work, and warm up for less.
 */
export const warmUpOf = ({ seconds }: Bench) => ({
  seconds: seconds < 10 ? 4 * seconds : 120,
  callsMax: 12_000,
})

/** After statistics were refreshed every connection plans its statements anew. */
export const REPLAN = { seconds: 10, callsMax: 400 }

interface FreshSite {
  name: string
  roles: Role[]
  merchants: number
  /** Callbacks pay the charges: the worker then reads its settlements from this process instead of the simulator. */
  pays?: boolean
}

/**
 * Runs `work` on a database of its own with new merchants, then verifies their books and drops the database. The
 * database starts empty, or as a copy of the data set with `bench.rows` charges.
 * @throws Error when a book does not verify.
 */
export async function onFreshSite<T>(
  bench: Bench,
  { name, roles, merchants, pays = false }: FreshSite,
  work: (site: Site, merchants: BenchMerchant[]) => Promise<T>,
): Promise<T> {
  const { stack } = bench
  const database = `case_${name.replaceAll('-', '_')}`
  await asSuperuser(stack.postgres, `drop database if exists ${database} with (force)`)
  if (bench.rows > 0) await copyDataSet(bench, database)
  const site = await Site.open(stack, database)
  try {
    const made = await makeMerchants(site, merchants)
    const network = pays ? stack.paidList.reset() : {}
    await putOffNightlyJobs(site)
    for (const role of roles) await site.start(role, role === 'worker' ? network : {})
    const result = await work(site, made)
    await Promise.all(roles.map((role) => site.stop(role)))
    await verifyBooks(site, made)
    return result
  } finally {
    await site.close()
    await asSuperuser(stack.postgres, `drop database if exists ${database} with (force)`)
  }
}

/** A new database would verify all its books at the first start; in production that is done at night. */
function putOffNightlyJobs(site: Site): Promise<void> {
  return site.withContext(async (ctx) => {
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

/** Verifies the books of these merchants with the service's own verifier, hashes included. Answers the entries read. */
export function verifyBooks(site: Site, merchants: readonly BenchMerchant[]): Promise<bigint> {
  return site.withContext(async (ctx) => {
    const findings = new Findings()
    let entries = 0n
    for (const { id } of merchants) entries += await verifyMerchantLedger(ctx, id, findings)
    const [first] = findings.items
    if (first) throw new Error(`bench: ${findings.count} findings, the first: ${JSON.stringify(first)}`)
    return entries
  })
}

/** Asks every 50 ms until `holds` answers true. @throws after `timeoutMs`. */
export async function until(
  what: string,
  timeoutMs: number,
  holds: () => Promise<boolean> | boolean,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 50) {
    if (await holds()) return
    await systemClock.sleep(50)
  }
  throw new Error(`bench: ${what} did not happen in ${timeoutMs / 1000} s`)
}
