import { until, type Bench } from '../bench.ts'
import { PendingCharges } from '../data/pending-charges.ts'
import type { BenchMerchant } from '../merchants.ts'
import type { Site } from '../site.ts'
import type { Cost } from '../table.ts'
import { withCost } from '../usage.ts'
import { Callbacks, type Payable } from './callbacks.ts'
import type { Stats } from './stats.ts'

export type Scheduled = Payable & { atMs: number }

const ARRIVED_TIMEOUT_MS = 120_000
const WARM_UP_SECONDS = 10
const REPLAN_SECONDS = 3
const SECONDS_MIN = 10

/** Puts charges `perSecond` a second on the schedule; Infinity: all at once. */
export const schedule = (charges: readonly Payable[], perSecond: number): Scheduled[] =>
  charges.map((charge, n) => ({ ...charge, atMs: (n * 1000) / perSecond }))

export interface Delivered {
  count: number
  sentPerSecond: number
  fromCallback: Stats
  fromEvent: Stats
}

/**
 * Pays the charges on schedule and waits until the events of `expected` of them have arrived at the receiver. Times run
 * from the scheduled callback, and from the event, to the arrival of the first attempt.
 */
export async function deliver(
  { stack: { receiver } }: Site,
  callbacks: Callbacks,
  charges: readonly Scheduled[],
  expected = charges.length,
): Promise<Delivered> {
  receiver.take()
  const { count, seconds } = await callbacks.payAt(charges)
  await until('the arrival of every event', ARRIVED_TIMEOUT_MS, () => receiver.arrived() >= expected)
  // The last callback leaves one interval before the end of the schedule.
  return { count: expected, sentPerSecond: (count - 1) / seconds, ...receiver.take() }
}

/** Measures the delivery of payments that come `perSecond` a second, once the servers are warm. */
export async function measureDelivery(
  { seconds }: Bench,
  site: Site,
  { merchants, perSecond }: { merchants: readonly BenchMerchant[]; perSecond: number },
): Promise<Delivered & { cost: Cost }> {
  const pending = await PendingCharges.open(site, merchants)
  const callbacks = new Callbacks(site)
  const run = async (forSeconds: number) => {
    const charges = schedule(await pending.make(perSecond * forSeconds), perSecond)
    return withCost(site, () => deliver(site, callbacks, charges))
  }
  await run(Math.min(WARM_UP_SECONDS, 2 * seconds))
  await site.owner.query('analyze')
  await run(REPLAN_SECONDS)
  const measured = await run(Math.max(SECONDS_MIN, seconds))
  await callbacks.close()
  return measured
}
