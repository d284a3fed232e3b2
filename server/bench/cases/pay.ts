import { CONNECTIONS, refreshStatistics, REPLAN, WARM_UP, withCost, type Bench, type Case } from '../bench.ts'
import { loadPending } from '../bulk/load-charges.ts'
import type { BenchMerchant } from '../merchants.ts'
import { until } from '../stand.ts'
import { row, type Row } from '../table.ts'

interface Who {
  name: string
  ours: BenchMerchant[]
  floor: BenchMerchant[]
}

/** More than any machine pays in a second. */
const PER_SECOND_MAX = 6_000
const WAITING_MAX = 1_000
const PIX_MAX = 25
/** Entries in one call of the floor: as many as a busy merchant's payments are posted in. */
const FLOOR_BATCH = 25
const RECORDED_TIMEOUT_MS = 60_000

async function measure(bench: Bench, { name, ours, floor }: Who): Promise<Row[]> {
  const { stand, ctx, seconds, nextNumber } = bench
  const payable = async (merchants: BenchMerchant[], count: number) => {
    const loaded = await loadPending(ctx, stand.owner, {
      merchantIds: merchants.map(({ id }) => id),
      count: Math.ceil(count),
      firstNumber: nextNumber(),
    })
    await refreshStatistics(stand)
    return loaded
  }
  const databaseUrl = stand.settings['DATABASE_URL'] ?? ''
  const callbacks = {
    kind: 'callbacks' as const,
    connections: 8,
    url: stand.callbackUrl,
    databaseUrl,
    pixMax: PIX_MAX,
    waitingMax: WAITING_MAX,
    perSecond: null,
  }
  await stand.load.run({
    ...callbacks,
    seconds: WARM_UP.seconds,
    charges: await payable(ours, WARM_UP.callsMax),
  })
  await allRecorded(bench)
  const charges = await payable(ours, REPLAN.callsMax + seconds * PER_SECOND_MAX)
  await stand.load.run({
    ...callbacks,
    seconds: REPLAN.seconds,
    charges: charges.splice(0, REPLAN.callsMax),
  })
  await allRecorded(bench)
  const recorded = await withCost(stand, async () => {
    const beganAt = ctx.clock.now()
    await stand.load.run({ ...callbacks, seconds, charges })
    await allRecorded(bench)
    return readRecorded(bench, beganAt)
  })
  const floorJob = {
    kind: 'post-floor' as const,
    seconds,
    connections: CONNECTIONS,
    url: databaseUrl,
    merchantIds: floor.map(({ id }) => id),
    batch: FLOOR_BATCH,
  }
  await refreshStatistics(stand)
  const least = await withCost(stand, () => stand.load.run(floorJob))
  const floorRate = least.count / least.seconds
  const note = `at most ${WAITING_MAX} waiting; ${recorded.cost}; floor ${least.cost}`
  const { rate, p50Ms, p95Ms, p99Ms } = recorded
  return [row({ name, rate, p50Ms, p95Ms, p99Ms, floorRate, measure: rate / floorRate, note })]
}

/** Waits until no payment is left in the inbox. @throws when one is parked. */
export async function allRecorded({ stand }: Bench): Promise<void> {
  await until('the record of every payment', RECORDED_TIMEOUT_MS, async () => {
    const { rowCount } = await stand.owner.query(`select from network_inbox where state = 'waiting' limit 1`)
    return rowCount === 0
  })
  const { rowCount } = await stand.owner.query(`select from network_inbox where state = 'parked' limit 1`)
  if (rowCount !== 0) throw new Error('bench: a payment is parked in the inbox')
}

async function readRecorded({ stand }: Bench, since: Date) {
  const { rows } = await stand.owner.query<Record<'n' | 'seconds' | 'p50' | 'p95' | 'p99', number>>(
    `with paid as (
       select received_at, done_at, extract(epoch from done_at - received_at)::float8 * 1000 as ms
       from network_inbox where source = 'callback' and received_at >= $1 and end_to_end_id like 'E%')
     select count(*)::int as n, extract(epoch from max(done_at) - min(received_at))::float8 as seconds,
       percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.95) within group (order by ms) as p95,
       percentile_cont(0.99) within group (order by ms) as p99 from paid`,
    [since],
  )
  const { n = 0, seconds = 1, p50 = 0, p95 = 0, p99 = 0 } = rows[0] ?? {}
  return { count: n, rate: n / seconds, p50Ms: p50, p95Ms: p95, p99Ms: p99 }
}

export const payCase: Case = {
  name: 'pay',
  roles: ['api', 'worker'],
  run: (bench) => measure(bench, { name: 'pay', ...bench.merchants }),
}

export const payHotCase: Case = {
  name: 'pay-hot',
  roles: ['api', 'worker'],
  run: (bench) =>
    measure(bench, {
      name: 'pay-hot',
      ours: bench.merchants.ours.slice(0, 1),
      floor: bench.merchants.floor.slice(0, 1),
    }),
}
