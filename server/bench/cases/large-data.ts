import { systemClock } from '../../src/kernel/clock.ts'
import type { Bench } from '../bench.ts'
import { loadCharges } from '../bulk/load-charges.ts'
import { Findings } from '../../src/ledger/verify/findings.ts'
import { verifyBook } from '../../src/ledger/verify/verify-book.ts'
import { connect } from '../stand.ts'

/** The small data set, that the large one is compared with. */
export const SMALL = 10_000
const DAY_MS = 86_400_000

/** How old the data sets are: the small one before the large one, and both too old for their events to be kept. */
const SMALL_FROM_DAYS = 200
const LARGE_FROM_DAYS = 190
const YOUNGEST_DAYS = 85

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
  const to = new Date(now - (isSmall ? LARGE_FROM_DAYS : YOUNGEST_DAYS) * DAY_MS)
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
  await verifyBooks(bench)
}

/** The service's own verifier, hashes included, on every book that was loaded. @throws when it finds anything. */
async function verifyBooks({ ctx, merchants, say }: Bench): Promise<void> {
  const findings = new Findings()
  let entries = 0n
  for (const { id } of merchants.large) entries += await verifyBook(ctx, id, findings)
  const [first] = findings.kept
  if (first)
    throw new Error(`bench: ${findings.count} findings in loaded books, first: ${JSON.stringify(first)}`)
  say(`  ${entries} entries verified`)
}
