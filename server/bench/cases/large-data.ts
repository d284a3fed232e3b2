import { systemClock } from '../../src/kernel/clock.ts'
import type { Bench } from '../bench.ts'
import { loadCharges } from '../bulk/load-charges.ts'
import { connect } from '../stand.ts'

/** The small data set, that the large one is compared with. */
export const SMALL = 10_000
const DAY_MS = 86_400_000

/** Where the data sets begin, the small one before the large one. */
const SMALL_FROM_DAYS = 100
const LARGE_FROM_DAYS = 90

let loaded = 0

/**
 * Sees to it that this many charges are there, half of them the first merchant's: 10,000 first, the rest after. The
 * database is left as its own upkeep would leave it.
 */
export async function loadUpTo(bench: Bench, total: number): Promise<void> {
  if (loaded >= total) return
  const isSmall = total <= SMALL
  const now = systemClock.now().getTime()
  const from = new Date(now - (isSmall ? SMALL_FROM_DAYS : LARGE_FROM_DAYS) * DAY_MS)
  const to = new Date(now - (isSmall ? LARGE_FROM_DAYS * DAY_MS : 120_000))
  const [large, ...others] = bench.merchants.large
  const count = total - loaded
  const each = Math.floor(count / 2 / Math.max(1, others.length))
  const merchants = [
    { id: large?.id ?? '', charges: count - each * others.length },
    ...others.map(({ id }) => ({ id, charges: each })),
  ]
  const url = bench.stand.settings['MIGRATION_DATABASE_URL'] ?? ''
  const clients = await Promise.all([connect(url), connect(url)])
  const startedMs = systemClock.now().getTime()
  await loadCharges(bench.ctx, { clients, merchants, from, to, firstNumber: loaded })
  await Promise.all(clients.map((client) => client.end()))
  await bench.stand.owner.query('vacuum analyze')
  loaded = total
  const seconds = Math.round((systemClock.now().getTime() - startedMs) / 1000)
  bench.say(`  ${count} charges with their journal loaded in ${seconds} s`)
}
