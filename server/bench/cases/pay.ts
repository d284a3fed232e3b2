import { systemClock } from '../../src/kernel/clock.ts'
import { MERCHANTS, withFreshDeployment, REPLAN, until, warmUpFor, type Bench, type Case } from '../bench.ts'
import { PendingCharges } from '../data/pending-charges.ts'
import { Callbacks } from '../load/callbacks.ts'
import { compareWithFloor, FLOOR_BATCH, postingFloor } from '../load/floors.ts'
import { createEndpoints } from '../merchants.ts'
import type { Deployment } from '../deployment.ts'
import { row, type Row } from '../table.ts'
import { measureCost } from '../usage.ts'

/** The fewest charges to create. Usually their number suffices for twice the rate of the warm-up. */
const CHARGES_MIN = 2_000
const RECORDED_TIMEOUT_MS = 60_000
/** A run this long must settle payments, because the worker reads the list of the PSP every 20 s. */
const SETTLED_FROM_SECONDS = 45

interface PayOptions {
  name: string
  merchants: number
  /** Whether the endpoints have the limits of a large merchant. */
  raisedLimits: boolean
}

/**
 * Measures payments from the callback of the PSP to the posted journal entry, one Pix per callback. Each merchant has a
 * 10 % reserve and one endpoint. The worker settles and delivers at the same time, as in production.
 */
function measure(bench: Bench, { name, merchants, raisedLimits }: PayOptions): Promise<Row[]> {
  const fresh = { name, roles: ['api' as const, 'worker' as const], merchants, usesPspLists: true }
  return withFreshDeployment(bench, fresh, async (deployment, benchMerchants) => {
    await createEndpoints(deployment, benchMerchants, { port: deployment.stack.receiver.port, raisedLimits })
    const pending = await PendingCharges.open(deployment, benchMerchants)
    const callbacks = new Callbacks(deployment)
    const warmUp = warmUpFor(bench)
    const warm = await callbacks.payAll(await pending.create(warmUp.callsMax), warmUp)
    await waitUntilRecorded(deployment)
    const charges = await pending.create(Math.max(CHARGES_MIN, 2 * warm.rate * bench.seconds))
    await deployment.owner.query('analyze')
    await callbacks.payAll(await pending.create(REPLAN.callsMax), REPLAN)
    await waitUntilRecorded(deployment)

    const since = systemClock.now()
    const paid = await measureCost(deployment, async () => {
      const { count } = await callbacks.payAll(charges, { seconds: bench.seconds })
      await waitUntilRecorded(deployment)
      return { count }
    })
    const recorded = await readRecorded(deployment, since)
    if (recorded.count !== paid.count)
      throw new Error(`bench: ${name}: ${paid.count} payments sent, ${recorded.count} recorded`)
    const background = await readBackgroundWork(deployment, since)
    if (bench.seconds >= SETTLED_FROM_SECONDS && background.settled === 0)
      throw new Error(`bench: ${name}: no payment was settled during the case`)
    await callbacks.close()

    const rate = recorded.rate
    const floor = await compareWithFloor(bench, deployment, {
      rate,
      merchants,
      each: FLOOR_BATCH,
      callOf: postingFloor,
    })
    const { settled, available, delivered } = background
    const note =
      `besides ${recorded.count} recorded payments, ${settled} payments were settled, ` +
      `${available} became available, and ${delivered} events were delivered`
    return [row({ name, ...recorded, ...floor, cost: paid.cost, note })]
  })
}

/** Waits until no payment waits in the inbox. @throws Error when one is parked. */
export async function waitUntilRecorded({ owner }: Deployment): Promise<void> {
  const has = async (state: string) =>
    (await owner.query('select from network_inbox where state = $1 limit 1', [state])).rowCount !== 0
  await until('every payment to be recorded', RECORDED_TIMEOUT_MS, async () => !(await has('waiting')))
  if (await has('parked')) throw new Error('bench: a payment is parked in the inbox')
}

/** Reads the rate from the first callback to the last posting, and the latencies from callback to posting. */
async function readRecorded({ owner }: Deployment, since: Date) {
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

async function readBackgroundWork({ owner }: Deployment, since: Date) {
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
  run: (bench) => measure(bench, { name: 'pay', merchants: MERCHANTS, raisedLimits: false }),
}

/** The same with one merchant. */
export const payHotCase: Case = {
  name: 'pay-hot',
  run: (bench) => measure(bench, { name: 'pay-hot', merchants: 1, raisedLimits: true }),
}
