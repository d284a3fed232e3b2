import { statsOf, type Stats } from '../../bench/load/closed-loop.ts'
import { Deployment, type BenchMerchant } from '../../bench/deployment.ts'
import { asSuperuser, connect, type Stack } from '../../bench/stack.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { createAndPay, type Confirmed } from '../confirmed-payments.ts'

const DATABASE = 'isolation'
const HEALTHY_MERCHANTS = 3
/**
 * The limit of a job's p99 is this many times the p99 of the baseline, or P99_ADDED_MS_MAX above it, whichever is
 * higher. P99_ADDED_MS_MAX allows for the 1 s that a job may wait for a locked merchant. The factor covers the noise of
 * a slow machine.
 */
const P99_FACTOR_MAX = 2
const P99_ADDED_MS_MAX = 1_000
/**
 * The tables in which the jobs write rows: jobs that record, settle and release payments write to the first table,
 * deliveries to the second.
 */
const REFUSED_TABLES = ['journal_entry', 'webhook_attempt']
/**
 * The duration of the load before the first phase, in seconds. This load also gives the failing merchant payments to
 * settle.
 */
const LOAD_BEFORE_SECONDS = 3
/** The time in milliseconds in which the jobs must finish the work of a phase. */
const SETTLE_MS = 25_000

type Phase = 'beside a healthy merchant' | 'beside failing rows' | 'beside a locked ledger'

/**
 * Measures how long jobs take for the rows of healthy merchants, in three phases with the same load. In the first phase
 * (the baseline), every merchant is healthy. In the second phase, the rows of one merchant fail in every job. In the
 * third phase, the ledger of this merchant is locked. Returns whether the p99 of each job is within the limit of
 * `isUndelayed`.
 */
export async function checkFailingMerchant(stack: Stack, seconds: number): Promise<boolean> {
  const deployment = await Deployment.open(stack, DATABASE)
  const merchants = await deployment.createMerchants(HEALTHY_MERCHANTS + 1, 0)
  await deployment.createEndpoints(merchants)
  await deployment.start('all')
  const [failing, ...healthy] = merchants
  if (!failing) throw new Error('BUG: checkFailingMerchant: no merchant was created')
  const measureBeside = async (phase: Phase): Promise<Latencies> =>
    measure(deployment, { phase, seconds }, { healthy, failing })
  // Run a load as a warm-up, because the cold start of the process must not be part of the baseline.
  await load(deployment, merchants, LOAD_BEFORE_SECONDS)
  const baseline = await measureBeside('beside a healthy merchant')
  await load(deployment, [failing], LOAD_BEFORE_SECONDS)
  await refuseRows(stack, failing)
  const besideFailing = await measureBeside('beside failing rows')
  await acceptRows(stack)
  const unlock = await lockLedger(stack, failing)
  const besideLocked = await measureBeside('beside a locked ledger')
  await unlock()
  await deployment.close()
  return [besideFailing, besideLocked].every((stats) => isUndelayed(baseline, stats))
}

/** The latencies of a phase, by job. */
type Latencies = Map<string, Stats>

/** Runs a load of `seconds`, waits for the jobs, and prints and returns the latencies of the healthy merchants. */
async function measure(
  deployment: Deployment,
  { phase, seconds }: { phase: Phase; seconds: number },
  { healthy, failing }: { healthy: readonly BenchMerchant[]; failing: BenchMerchant },
): Promise<Latencies> {
  const from = systemClock.now()
  await load(deployment, [...healthy, failing, failing], seconds)
  await systemClock.sleep(SETTLE_MS)
  const latencies = await readLatencies(deployment, from, healthy)
  for (const [job, { count, p50Ms, p99Ms, maxMs }] of latencies)
    process.stdout.write(
      `${phase.padEnd(26)} ${job.padEnd(12)} ${String(count).padStart(6)} rows  p50 ${ms(p50Ms)}  p99 ${ms(p99Ms)}  max ${ms(maxMs)}\n`,
    )
  return latencies
}

/**
 * For `seconds`, creates and pays charges of all merchants at the same time, and of each merchant one charge after the
 * other.
 */
async function load(
  deployment: Deployment,
  merchants: readonly BenchMerchant[],
  seconds: number,
): Promise<void> {
  const stop = new AbortController()
  const confirmed: Confirmed = { charges: new Set(), payments: new Set() }
  const loads = merchants.map(({ apiKey }) => createAndPay(deployment, apiKey, confirmed, stop.signal))
  await systemClock.sleep(seconds * 1_000)
  stop.abort()
  await Promise.all(loads)
}

const ms = (time: number): string => `${time.toFixed(0)} ms`.padStart(9)

/**
 * Selects, for each row that a job processed, the name of the job and the time from the storage of the row to its
 * processing.
 */
const LATENCIES = `
  select 'inbox' as job, extract(epoch from p.recorded_at - n.received_at) * 1000 as ms
  from network_inbox n join payment p on p.end_to_end_id = n.end_to_end_id
  where n.kind = 'pix' and n.received_at >= $1 and p.merchant_id = any($2::uuid[])
  union all
  select 'settlement', extract(epoch from p.settled_at - l.listed_at) * 1000
  from network_listing l join payment p on p.end_to_end_id = l.end_to_end_id
  where l.listed_at >= $1 and p.recorded_at >= $1 and p.settled_at is not null and p.merchant_id = any($2::uuid[])
  union all
  select 'available', extract(epoch from e.posted_at - p.settled_at) * 1000
  from journal_entry e join charge c on c.merchant_id = e.merchant_id and c.id = e.source_id::uuid
    join payment p on p.merchant_id = c.merchant_id and p.charge_id = c.id
  where e.event_type = 'gateway.funds_available' and p.recorded_at >= $1 and e.merchant_id = any($2::uuid[])
  union all
  select 'deliveries', extract(epoch from d.finished_at - d.created_at) * 1000
  from webhook_delivery d
  where d.status = 'succeeded' and d.created_at >= $1 and d.merchant_id = any($2::uuid[])`

async function readLatencies(
  deployment: Deployment,
  from: Date,
  healthy: readonly BenchMerchant[],
): Promise<Latencies> {
  const { rows } = await deployment.owner.query<{ job: string; ms: string }>(LATENCIES, [
    from,
    healthy.map(({ id }) => id),
  ])
  const byJob = Map.groupBy(rows, ({ job }) => job)
  return new Map(
    Array.from(byJob, ([job, ofJob]) => [
      job,
      statsOf(
        ofJob.map((row) => Number(row.ms)),
        1,
      ),
    ]),
  )
}

/**
 * Returns whether every p99 is within the limit that P99_FACTOR_MAX and P99_ADDED_MS_MAX define. Prints each job whose
 * p99 is above the limit.
 */
function isUndelayed(baseline: Latencies, beside: Latencies): boolean {
  const delayed = Array.from(baseline).filter(([job, { p99Ms }]) => {
    const now = beside.get(job)
    return !now || now.p99Ms > Math.max(P99_FACTOR_MAX * p99Ms, p99Ms + P99_ADDED_MS_MAX)
  })
  for (const [job] of delayed) process.stdout.write(`FAILED: another merchant delays the job ${job}\n`)
  return delayed.length === 0
}

/** Makes every job fail for the rows of one merchant. */
async function refuseRows({ postgres }: Stack, { id }: BenchMerchant): Promise<void> {
  const url = { ...postgres, superuserUrl: databaseUrl(postgres.superuserUrl) }
  await asSuperuser(
    url,
    `create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
    ...REFUSED_TABLES.map(
      (table) =>
        `create trigger refuse_row before insert or update on ${table} for each row
         when (new.merchant_id = '${id}') execute function refuse_row()`,
    ),
  )
}

async function acceptRows({ postgres }: Stack): Promise<void> {
  const url = { ...postgres, superuserUrl: databaseUrl(postgres.superuserUrl) }
  await asSuperuser(url, 'drop function refuse_row() cascade')
}

/** Locks the ledger of a merchant until the returned function is called. */
export async function lockLedger(
  { postgres }: Stack,
  { id }: BenchMerchant,
  database = DATABASE,
): Promise<() => Promise<void>> {
  const client = await connect(databaseUrl(postgres.superuserUrl, database))
  await client.query('begin')
  await client.query('select 1 from ledger_head where merchant_id = $1 for update', [id])
  return () => client.end()
}

/** Returns the URL with which the superuser connects to a database of this check. */
function databaseUrl(superuserUrl: string, database = DATABASE): string {
  const url = new URL(superuserUrl)
  url.pathname = `/${database}`
  return url.href
}
