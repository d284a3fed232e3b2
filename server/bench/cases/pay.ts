import { systemClock } from '../../src/kernel/clock.ts'
import { MERCHANTS, REPLAN, warmUpFor, withFreshDeployment, type Case } from '../bench.ts'
import { createPendingCharges } from '../data/copies.ts'
import type { Deployment } from '../deployment.ts'
import { Callbacks } from '../load/callbacks.ts'
import { compareWithFloor, POSTING_FLOOR } from '../load/floors.ts'
import { measureCost } from '../machine.ts'
import { until } from '../stack.ts'
import { row } from '../table.ts'

/**
 * The minimum number of charges to create for the case. Usually the case creates more, enough for four times the rate
 * of the warm-up. The measured rate can exceed that of the warm-up, because `analyze` gives the SQL statements better
 * plans.
 */
const CHARGES_MIN = 2_000
const RECORDED_TIMEOUT_MS = 60_000
/**
 * A run of at least this many seconds fails if it settled no payment. The worker settles payments from the PSP's list,
 * which it reads every 20 s.
 */
const SETTLED_FROM_SECONDS = 45

/**
 * Measures payments from the callback of the PSP to the posted journal entry, one payment per callback. Each merchant
 * has a reserve of 10 % and one endpoint. Meanwhile the worker settles payments and delivers webhooks, as in
 * production.
 */
const payCase =
  (name: string, merchants: number): Case =>
  (bench) =>
    withFreshDeployment(
      bench,
      { name, merchants, usesPspLists: true },
      async (deployment, benchMerchants) => {
        await deployment.createEndpoints(benchMerchants, { raisedLimits: merchants === 1 })
        const pending = await createPendingCharges(deployment, benchMerchants)
        const callbacks = new Callbacks(deployment)
        const warmUp = warmUpFor(bench)
        const warm = await callbacks.payAll(await pending(warmUp.callsMax), warmUp)
        await waitUntilRecorded(deployment)
        const charges = await pending(Math.max(CHARGES_MIN, 4 * warm.rate * bench.seconds))
        await deployment.owner.query('analyze')
        await callbacks.payAll(await pending(REPLAN.callsMax), REPLAN)
        await waitUntilRecorded(deployment)

        const since = systemClock.now()
        const { cost, count } = await measureCost(deployment, async () => {
          const sent = await callbacks.payAll(charges, { seconds: bench.seconds })
          await waitUntilRecorded(deployment)
          return { count: sent.count }
        })
        await callbacks.close()
        const { settled, available, delivered, ...recorded } = await readResults(deployment, since)
        if (recorded.count !== count)
          throw new Error(`bench: ${name}: ${count} payments were sent, but ${recorded.count} were recorded`)
        if (count === charges.length)
          throw new Error(`bench: ${name}: all ${count} charges were paid before the end of the measurement`)
        if (bench.seconds >= SETTLED_FROM_SECONDS && settled === 0)
          throw new Error(`bench: ${name}: no payment was settled during the case`)
        const service = { rate: recorded.rate, merchants, floor: POSTING_FLOOR }
        const compared = await compareWithFloor(bench, deployment, service)
        const note =
          `besides ${count} recorded payments, ${settled} payments were settled, ${available} became available, ` +
          `and ${delivered} events were delivered`
        return [row({ name, ...recorded, ...compared, cost, note })]
      },
    )

export const pay = payCase('pay', MERCHANTS)
/** The case `pay` with one merchant, whose endpoint has the limits of a large merchant. */
export const payHot = payCase('pay-hot', 1)

/**
 * Waits until the service has recorded every payment in its inbox.
 * @throws Error when the service has parked a payment.
 */
async function waitUntilRecorded({ owner }: Deployment): Promise<void> {
  const has = async (state: string) =>
    (await owner.query('select from network_inbox where state = $1 limit 1', [state])).rowCount !== 0
  await until('every payment to be recorded', RECORDED_TIMEOUT_MS, async () => !(await has('waiting')))
  if (await has('parked'))
    throw new Error('bench: the service could not record a payment and parked it in the inbox')
}

/**
 * Selects the number of payments recorded per second (from the first callback to the last posting) and their
 * latencies (from the callback to the posting). Also selects how many payments and events the worker processed
 * meanwhile.
 */
const RESULTS = `
  with paid as (
    select received_at, done_at, extract(epoch from done_at - received_at)::float8 * 1000 as ms
    from network_inbox where source = 'callback' and received_at >= $1)
  select count(*)::integer as count,
    (count(*) / extract(epoch from max(done_at) - min(received_at)))::float8 as rate,
    percentile_cont(0.5) within group (order by ms) as "p50Ms",
    percentile_cont(0.95) within group (order by ms) as "p95Ms",
    percentile_cont(0.99) within group (order by ms) as "p99Ms",
    (select count(*)::integer from payment where settled_at >= $1) as settled,
    (select count(*)::integer from journal_entry
      where posted_at >= $1 and event_type = 'gateway.funds_available') as available,
    (select count(*)::integer from webhook_delivery where succeeded_at >= $1) as delivered
  from paid`

type Result = 'count' | 'rate' | 'p50Ms' | 'p95Ms' | 'p99Ms' | 'settled' | 'available' | 'delivered'

async function readResults({ owner }: Deployment, since: Date): Promise<Record<Result, number>> {
  const { rows } = await owner.query<Record<Result, number>>(RESULTS, [since])
  if (!rows[0]) throw new Error('BUG: the aggregate query RESULTS returned no row')
  return rows[0]
}
