import { log, MERCHANTS, withFreshDeployment, type Bench, type Case } from '../bench.ts'
import { createPendingCharges } from '../data/copies.ts'
import type { BenchMerchant, Deployment } from '../deployment.ts'
import { Callbacks, type Payable } from '../load/callbacks.ts'
import { measureCost } from '../machine.ts'
import { until } from '../stack.ts'
import { row, type Row } from '../table.ts'
import { pay } from './pay.ts'

const ARRIVED_TIMEOUT_MS = 120_000
const SECONDS_MIN = 10

/** Schedules `perSecond` charges per second. With `Infinity`, all charges have the same scheduled time. */
const schedule = (charges: readonly Payable[], perSecond: number) =>
  charges.map((charge, n) => ({ ...charge, atMs: (n * 1000) / perSecond }))

/**
 * Pays the charges on schedule and waits until `count` events have arrived at the receiver. Returns `count`, the
 * number of callbacks sent per second, and the statistics of two latencies of the events. One latency starts at the
 * scheduled time of the callback, the other at the creation of the event. Both latencies end when the first attempt
 * of the event arrives.
 */
async function deliver(
  { stack: { receiver } }: Deployment,
  callbacks: Callbacks,
  charges: ReturnType<typeof schedule>,
  count = charges.length,
) {
  receiver.takeLatencies()
  const sent = await callbacks.payAt(charges)
  await until('every event to arrive', ARRIVED_TIMEOUT_MS, () => receiver.arrivedCount() >= count)
  // `sent.seconds` is the time from the first to the last callback, so it contains `count - 1` intervals.
  return { count, rate: (sent.count - 1) / sent.seconds, ...receiver.takeLatencies() }
}

/** Measures the delivery of the events of `perSecond` payments per second, after a warm-up. */
async function measureDelivery(
  { seconds }: Bench,
  deployment: Deployment,
  { merchants, perSecond }: { merchants: readonly BenchMerchant[]; perSecond: number },
) {
  await deployment.createEndpoints(merchants)
  const pending = await createPendingCharges(deployment, merchants)
  const callbacks = new Callbacks(deployment)
  const run = async (forSeconds: number) => {
    const charges = schedule(await pending(perSecond * forSeconds), perSecond)
    return measureCost(deployment, () => deliver(deployment, callbacks, charges))
  }
  await run(Math.min(10, 2 * seconds))
  await deployment.owner.query('analyze')
  await run(3)
  const measured = await run(Math.max(SECONDS_MIN, seconds))
  await callbacks.close()
  return measured
}

/** Returns the result of the case `pay` in this run. If the case `pay` was not selected, measures it now. */
async function payRow(bench: Bench): Promise<Row> {
  const known = bench.measured.find(({ name }) => name === 'pay')
  if (known) return known
  log('pay, because its rate is needed')
  const [measured] = await pay({ ...bench, floors: false })
  if (!measured) throw new Error('BUG: the case pay returned no result')
  bench.measured.push(measured)
  return measured
}

/**
 * Measures the time from the callback of a payment to the arrival of the payment's webhook event. The simulated PSP
 * pays at half of the rate that the case `pay` reached in this run.
 */
export const payToWebhook: Case = async (bench) => {
  const perSecond = Math.max(1, Math.round(((await payRow(bench)).rate ?? 0) / 2))
  const fresh = { name: 'pay-to-webhook', merchants: MERCHANTS, usesPspLists: true }
  return withFreshDeployment(bench, fresh, async (deployment, merchants) => {
    const measured = await measureDelivery(bench, deployment, { merchants, perSecond })
    const { fromCallback, fromEvent, rate, cost } = measured
    const note =
      `scheduled ${perSecond}/s, half of pay, achieved ${rate.toFixed(1)}/s; ` +
      `p95 from the event ${fromEvent.p95Ms.toFixed(0)} ms`
    const goal = { measure: fromCallback.p95Ms, unit: 'ms p95', must: '<= 200 ms', strive: '<= 120 ms' }
    return [row({ name: fresh.name, ...fromCallback, ...goal, rate, cost, note })]
  })
}

const HEALTHY = 50
const DEAD_WAITING = 20_000

const BACKLOG = `
  with event as (
    insert into webhook_event (id, merchant_id, environment, type, version, body, source_type, source_id, created_at)
    select 'evt_' || lpad(n::text, 26, '0'), $1::uuid, 'production', 'charge.paid', '1', '{}', 'charge', $1::text, now()
    from generate_series(1, $2::integer) n
    returning id, created_at)
  insert into webhook_delivery (id, merchant_id, endpoint_id, event_id, event_type, event_created_at, status, trigger,
    attempts, scheduled_attempts, next_attempt_at, created_at)
  select uuidv7(), e.merchant_id, e.id, event.id, 'charge.paid', event.created_at, 'pending', 'auto', 0, 0,
    event.created_at, event.created_at
  from event join webhook_endpoint e on e.merchant_id = $1::uuid`

/**
 * Measures 50 healthy endpoints with 4 events per second each, while an endpoint that never answers has a backlog of
 * deliveries. Latencies are counted from the creation of the event.
 */
export const webhooks: Case = (bench) => {
  const fresh = { name: 'webhooks', merchants: HEALTHY + 1, usesPspLists: true }
  return withFreshDeployment(bench, fresh, async (deployment, [dead, ...healthy]) => {
    await deployment.createEndpoints(dead ? [dead] : [], { port: deployment.stack.receiver.silentPort })
    await deployment.owner.query(BACKLOG, [dead?.id, DEAD_WAITING])
    const measured = await measureDelivery(bench, deployment, { merchants: healthy, perSecond: 4 * HEALTHY })
    const { fromCallback, fromEvent, rate, cost } = measured
    const note =
      `${HEALTHY} endpoints with 4 events/s each, while ${DEAD_WAITING} deliveries wait for an endpoint that never ` +
      `answers; achieved ${rate.toFixed(1)}/s in total; p95 from the callback ${fromCallback.p95Ms.toFixed(0)} ms`
    const goal = { measure: fromEvent.p95Ms, unit: 'ms p95', must: '<= 500 ms', strive: '<= 250 ms' }
    return [row({ name: fresh.name, ...fromEvent, ...goal, rate, cost, note })]
  })
}

/**
 * The number of merchants whose endpoints never answer. Together they have 64 endpoints, as many as one worker has
 * sockets.
 */
const HANGING_MERCHANTS = 16
const HANGING_ENDPOINTS = 4
/**
 * The number of waiting events of each merchant with hanging endpoints at the start of the measurement. Each such
 * merchant gets one more event every second.
 */
const HANGING_AT_ONCE = 20
const HEALTHY_PER_SECOND = 10
const WARM_UP_SECONDS = 5

/**
 * Measures a healthy receiver twice: first alone, then while 16 other merchants have 4 endpoints each that never
 * answer. All endpoints are new, so none has earlier attempts.
 */
export const fairness: Case = (bench) => {
  const fresh = { name: 'fairness', merchants: 1 + HANGING_MERCHANTS, usesPspLists: true }
  return withFreshDeployment(bench, fresh, async (deployment, merchants) => {
    const { receiver } = deployment.stack
    const [healthy, hanging] = [merchants.slice(0, 1), merchants.slice(1)]
    await deployment.createEndpoints(healthy)
    const healthyCharges = await createPendingCharges(deployment, healthy)
    const hangingCharges = await createPendingCharges(deployment, hanging)
    const callbacks = new Callbacks(deployment)
    const seconds = Math.max(SECONDS_MIN, bench.seconds)
    const scheduleHealthy = async (forSeconds: number) =>
      schedule(await healthyCharges(HEALTHY_PER_SECOND * forSeconds), HEALTHY_PER_SECOND)
    await deliver(deployment, callbacks, await scheduleHealthy(WARM_UP_SECONDS))
    await deployment.owner.query('analyze')
    const { fromCallback: alone } = await deliver(deployment, callbacks, await scheduleHealthy(seconds))

    await deployment.createEndpoints(hanging, { port: receiver.silentPort, each: HANGING_ENDPOINTS })
    const measured = await scheduleHealthy(seconds)
    const atOnce = schedule(await hangingCharges(HANGING_MERCHANTS * HANGING_AT_ONCE), Infinity)
    const later = schedule(await hangingCharges(HANGING_MERCHANTS * seconds), HANGING_MERCHANTS)
    receiver.takeMaxSilentConnections()
    const all = [...measured, ...atOnce, ...later]
    const { fromCallback: underLoad } = await deliver(deployment, callbacks, all, measured.length)
    const sockets = receiver.takeMaxSilentConnections()
    await callbacks.close()
    const note =
      `p95 while ${HANGING_MERCHANTS} merchants have ${HANGING_ENDPOINTS} hanging endpoints each, over ` +
      `${alone.p95Ms.toFixed(0)} ms alone; max ${underLoad.maxMs.toFixed(0)} ms; ` +
      `hanging endpoints used at most ${sockets} sockets`
    const goal = { measure: underLoad.p95Ms / alone.p95Ms, unit: 'x alone', must: '<= 2', strive: '<= 1.2' }
    return [row({ name: fresh.name, ...underLoad, ...goal, rate: HEALTHY_PER_SECOND, note })]
  })
}
