import { CONNECTIONS, refreshStatistics, REPLAN, WARM_UP, withCost, type Bench, type Case } from '../bench.ts'
import type { BenchMerchant } from '../merchants.ts'
import { row, type Row } from '../table.ts'

interface Who {
  name: string
  ours: BenchMerchant[]
  floor: BenchMerchant[]
  must: string
}

async function measure(bench: Bench, { name, ours, floor, must }: Who): Promise<Row[]> {
  const { stand, seconds, nextNumber } = bench
  const run = { seconds, connections: CONNECTIONS }
  const apiKeys = ours.map(({ apiKey }) => apiKey)
  const create = { kind: 'create' as const, ...run, origin: stand.origin, apiKeys }
  const url = stand.settings['DATABASE_URL'] ?? ''
  const floorJob = { kind: 'create-floor' as const, ...run, url, merchantIds: floor.map(({ id }) => id) }

  await stand.load.run({ ...create, ...WARM_UP, run: `w${nextNumber()}` })
  await refreshStatistics(stand)
  await stand.load.run({ ...create, ...REPLAN, run: `r${nextNumber()}` })
  const made = await withCost(stand, () => stand.load.run({ ...create, run: `c${nextNumber()}` }))
  await refreshStatistics(stand)
  const least = await withCost(stand, () => stand.load.run(floorJob))
  const rate = made.count / made.seconds
  const floorRate = least.count / least.seconds
  const { p50Ms, p95Ms, p99Ms } = made
  const note = `${made.cost}; floor ${least.cost}`
  const strive = '>= 0.6'
  return [row({ name, rate, p50Ms, p95Ms, p99Ms, floorRate, measure: rate / floorRate, must, strive, note })]
}

export const createCase: Case = {
  name: 'create',
  roles: ['api', 'worker'],
  run: (bench) => measure(bench, { name: 'create', ...bench.merchants, must: '>= 0.35' }),
}

export const createHotCase: Case = {
  name: 'create-hot',
  roles: ['api', 'worker'],
  run: (bench) =>
    measure(bench, {
      name: 'create-hot',
      ours: bench.merchants.ours.slice(0, 1),
      floor: bench.merchants.floor.slice(0, 1),
      must: '>= 0.3',
    }),
}
