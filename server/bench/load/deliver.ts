import { until, type Bench } from '../bench.ts'
import { PendingCharges } from '../data/pending-charges.ts'
import type { BenchMerchant } from '../merchants.ts'
import type { Deployment } from '../deployment.ts'
import type { Cost } from '../table.ts'
import { measureCost } from '../usage.ts'
import { Callbacks, type Payable } from './callbacks.ts'
import type { Stats } from './stats.ts'

export type Scheduled = Payable & { atMs: number }

const ARRIVED_TIMEOUT_MS = 120_000
const WARM_UP_SECONDS = 10
const REPLAN_SECONDS = 3
const SECONDS_MIN = 10

/** Schedules `perSecond` charges per second; all at once for Infinity. */
export const schedule = (charges: readonly Payable[], perSecond: number): Scheduled[] =>
  charges.map((charge, n) => ({ ...charge, atMs: (n * 1000) / perSecond }))

export interface Delivered {
  count: number
  sentPerSecond: number
  fromCallback: Stats
  fromEvent: Stats
}

/**
 * Pays the charges on schedule and waits until `expected` events have arrived at the receiver. Latencies end with the
 * arrival of the first attempt. They count from the scheduled callback, and from the event.
 */
export async function deliver(
  { stack: { receiver } }: Deployment,
  callbacks: Callbacks,
  charges: readonly Scheduled[],
  expected = charges.length,
): Promise<Delivered> {
  receiver.takeLatencies()
  const { count, seconds } = await callbacks.payAt(charges)
  await until('every event to arrive', ARRIVED_TIMEOUT_MS, () => receiver.arrivedCount() >= expected)
  // The last callback is sent one interval before the end of the schedule.
  return { count: expected, sentPerSecond: (count - 1) / seconds, ...receiver.takeLatencies() }
}

/** Measures the delivery of `perSecond` payments per second, after a warm-up. */
export async function measureDelivery(
  { seconds }: Bench,
  deployment: Deployment,
  { merchants, perSecond }: { merchants: readonly BenchMerchant[]; perSecond: number },
): Promise<Delivered & { cost: Cost }> {
  const pending = await PendingCharges.open(deployment, merchants)
  const callbacks = new Callbacks(deployment)
  const run = async (forSeconds: number) => {
    const charges = schedule(await pending.create(perSecond * forSeconds), perSecond)
    return measureCost(deployment, () => deliver(deployment, callbacks, charges))
  }
  await run(Math.min(WARM_UP_SECONDS, 2 * seconds))
  await deployment.owner.query('analyze')
  await run(REPLAN_SECONDS)
  const measured = await run(Math.max(SECONDS_MIN, seconds))
  await callbacks.close()
  return measured
}
