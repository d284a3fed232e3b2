import { systemClock } from '../../src/kernel/clock.ts'
import { MERCHANTS, onFreshSite, REPLAN, until, warmUpOf, type Bench, type Case } from '../bench.ts'
import { PendingCharges } from '../data/pending-charges.ts'
import { Callbacks } from '../load/callbacks.ts'
import { againstFloor, FLOOR_BATCH, postFloor } from '../load/floors.ts'
import { giveEndpoints } from '../merchants.ts'
import type { Site } from '../site.ts'
import { row, type Row } from '../table.ts'
import { withCost } from '../usage.ts'

/** Charges are made for twice the rate of the warm-up, and for no less than this. */
const CHARGES_MIN = 2_000
const RECORDED_TIMEOUT_MS = 60_000
/** The worker asks the PSP for its list every 20 s: a run this long must see payments settle. */
const SETTLED_FROM_SECONDS = 45

interface Paid {
  name: string
  merchants: number
  /** The endpoint has the limits of a large merchant. */
  raised: boolean
}

/**
 * Payments from the PSP's callback to the posted journal, one Pix a callback, each merchant with a 10 % reserve and one
 * endpoint. The worker settles and delivers meanwhile, as in production.
 */
function measure(bench: Bench, { name, merchants, raised }: Paid): Promise<Row[]> {
  const fresh = { name, roles: ['api' as const, 'worker' as const], merchants, pays: true }
  return onFreshSite(bench, fresh, async (site, shops) => {
    await giveEndpoints(site, shops, { port: site.stack.receiver.port, raised })
    const pending = await PendingCharges.open(site, shops)
    const callbacks = new Callbacks(site)
    const warmUp = warmUpOf(bench)
    const warm = await callbacks.payAll(await pending.make(warmUp.callsMax), warmUp)
    await allRecorded(site)
    const charges = await pending.make(Math.max(CHARGES_MIN, 2 * warm.rate * bench.seconds))
    await site.owner.query('analyze')
    await callbacks.payAll(await pending.make(REPLAN.callsMax), REPLAN)
    await allRecorded(site)

    const since = systemClock.now()
    const paid = await withCost(site, async () => {
      const { count } = await callbacks.payAll(charges, { seconds: bench.seconds })
      await allRecorded(site)
      return { count }
    })
    const recorded = await readRecorded(site, since)
    if (recorded.count !== paid.count)
      throw new Error(`bench: ${name}: ${paid.count} payments sent, ${recorded.count} recorded`)
    const meanwhile = await readMeanwhile(site, since)
    if (bench.seconds >= SETTLED_FROM_SECONDS && meanwhile.settled === 0)
      throw new Error(`bench: ${name}: nothing was settled during the case`)
    await callbacks.close()

    const rate = recorded.rate
    const floor = await againstFloor(bench, site, { rate, merchants, each: FLOOR_BATCH, callOf: postFloor })
    const { settled, available, delivered } = meanwhile
    const note =
      `beside ${recorded.count} payments, ${settled} earlier or new ones settled, ` +
      `${available} became available, and ${delivered} events were delivered`
    return [row({ name, ...recorded, ...floor, cost: paid.cost, note })]
  })
}

/** Waits until no payment is left in the inbox. @throws when one is parked. */
export async function allRecorded({ owner }: Site): Promise<void> {
  const has = async (state: string) =>
    (await owner.query('select from network_inbox where state = $1 limit 1', [state])).rowCount !== 0
  await until('the record of every payment', RECORDED_TIMEOUT_MS, async () => !(await has('waiting')))
  if (await has('parked')) throw new Error('bench: a payment is parked in the inbox')
}

/** The rate from the first callback to the last posting, and times from callback to posting. */
async function readRecorded({ owner }: Site, since: Date) {
  const { rows } = await owner.query<Record<'n' | 'seconds' | 'p50' | 'p95' | 'p99', number>>(
    `with paid as (
       select received_at, done_at, extract(epoch from done_at - received_at)::float8 * 1000 as ms
       from network_inbox where source = 'callback' and received_at >= $1)
     select count(*)::integer as n, extract(epoch from max(done_at) - min(received_at))::float8 as seconds,
       percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.95) within group (order by ms) as p95,
       percentile_cont(0.99) within group (order by ms) as p99 from paid`,
    [since],
  )
  const { n = 0, seconds = 1, p50 = 0, p95 = 0, p99 = 0 } = rows[0] ?? {}
  return { count: n, rate: n / seconds, p50Ms: p50, p95Ms: p95, p99Ms: p99 }
}

async function readMeanwhile({ owner }: Site, since: Date) {
  const { rows } = await owner.query<Record<'settled' | 'available' | 'delivered', number>>(
    `select (select count(*)::integer from payment where settled_at >= $1) as settled,
       (select count(*)::integer from journal_entry
         where posted_at >= $1 and event_type = 'gateway.funds_available') as available,
       (select count(*)::integer from webhook_delivery where succeeded_at >= $1) as delivered`,
    [since],
  )
  return rows[0] ?? { settled: 0, available: 0, delivered: 0 }
}

export const payCase: Case = {
  name: 'pay',
  run: (bench) => measure(bench, { name: 'pay', merchants: MERCHANTS, raised: false }),
}

/** The same, one merchant. */
export const payHotCase: Case = {
  name: 'pay-hot',
  run: (bench) => measure(bench, { name: 'pay-hot', merchants: 1, raised: true }),
}
