import { refreshStatistics, type Bench, type Case } from '../bench.ts'
import { loadPending } from '../bulk/load-charges.ts'
import { giveEndpoints } from '../endpoints.ts'
import type { Payable, Result } from '../load/jobs.ts'
import { makeMerchants, type BenchMerchant } from '../merchants.ts'
import { until } from '../stand.ts'
import { row } from '../table.ts'

/** As the design puts it: 64 endpoints that hang want every socket of one worker. */
const HANGING_MERCHANTS = 16
const HANGING_ENDPOINTS = 4
/** Events that wait for each hanging endpoint when the measurement starts, and those that follow. */
const HANGING_AT_ONCE = 20
const HANGING_PER_SECOND = 1
const HEALTHY_PER_SECOND = 10
const WARM_UP_SECONDS = 5
const SECONDS_MIN = 10
const ARRIVED_TIMEOUT_MS = 60_000

type Scheduled = Payable & { atMs: number }

/** `count` charges of the merchants in turn, `perSecond` of them a second. Infinity sends all at once. */
async function schedule(
  bench: Bench,
  merchants: BenchMerchant[],
  { count, perSecond }: { count: number; perSecond: number },
): Promise<Scheduled[]> {
  const merchantIds = merchants.map(({ id }) => id)
  const load = { merchantIds, count, firstNumber: bench.nextNumber() }
  const charges = await loadPending(bench.ctx, bench.stand.owner, load)
  return charges.map((charge, n) => ({ ...charge, atMs: (n * 1000) / perSecond }))
}

/** Sends the callbacks and waits until the healthy receiver got `expected` events. Answers their times. */
async function deliver({ stand }: Bench, charges: Scheduled[], expected: number): Promise<Result> {
  const before = await arrivedAtHealthy(stand.owner)
  await stand.load.run({ kind: 'scheduled', connections: 16, url: stand.callbackUrl, charges })
  await until('the delivery of every healthy event', ARRIVED_TIMEOUT_MS, async () => {
    return (await arrivedAtHealthy(stand.owner)) >= before + expected
  })
  await stand.load.run({ kind: 'received', since: 'event' })
  return stand.load.run({ kind: 'received', since: 'callback' })
}

async function arrivedAtHealthy(owner: Bench['stand']['owner']): Promise<number> {
  const { rows } = await owner.query<{ n: number }>(
    `select count(*)::int as n from webhook_delivery where event_type = 'charge.paid' and status = 'succeeded'`,
  )
  return rows[0]?.n ?? 0
}

/**
 * Compares a healthy receiver beside 64 endpoints that accept connections and never answer with the same receiver
 * alone. Both merchants and endpoints are new, so no endpoint has a history.
 */
export const fairnessCase: Case = {
  name: 'fairness',
  roles: ['api', 'worker'],
  async run(bench) {
    const { stand } = bench
    const [healthy, ...hanging] = await makeMerchants(stand.settings, 1 + HANGING_MERCHANTS)
    if (!healthy) throw new Error('BUG: no merchant was made')
    await giveEndpoints(bench, [healthy], stand.receiverPort)
    const count = Math.max(SECONDS_MIN, bench.seconds) * HEALTHY_PER_SECOND
    const healthyPays = (n: number) => schedule(bench, [healthy], { count: n, perSecond: HEALTHY_PER_SECOND })

    await deliver(
      bench,
      await healthyPays(WARM_UP_SECONDS * HEALTHY_PER_SECOND),
      WARM_UP_SECONDS * HEALTHY_PER_SECOND,
    )
    await refreshStatistics(stand)
    const alone = await deliver(bench, await healthyPays(count), count)

    await giveEndpoints(bench, hanging, stand.deadPort, HANGING_ENDPOINTS)
    await stand.load.run({ kind: 'silent-sockets' })
    const seconds = count / HEALTHY_PER_SECOND
    const charges = [
      ...(await healthyPays(count)),
      ...(await schedule(bench, hanging, {
        count: HANGING_MERCHANTS * HANGING_AT_ONCE,
        perSecond: Infinity,
      })),
      ...(await schedule(bench, hanging, {
        count: HANGING_MERCHANTS * HANGING_PER_SECOND * seconds,
        perSecond: HANGING_MERCHANTS * HANGING_PER_SECOND,
      })),
    ]
    const beside = await deliver(bench, charges, count)
    const { count: sockets } = await stand.load.run({ kind: 'silent-sockets' })
    await turnOff(bench, hanging)

    const { p50Ms, p95Ms, p99Ms } = beside
    const note =
      `p95 beside ${hanging.length} merchants with ${HANGING_ENDPOINTS} hanging endpoints each, over alone ` +
      `(${alone.p95Ms.toFixed(0)} ms); max ${beside.maxMs.toFixed(0)} ms; ` +
      `failing endpoints held at most ${sockets} sockets`
    const judged = { measure: p95Ms / alone.p95Ms, must: '<= 2', strive: '<= 1.2' }
    return [row({ name: 'fairness', rate: HEALTHY_PER_SECOND, p50Ms, p95Ms, p99Ms, ...judged, note })]
  },
}

/** Later cases must not share sockets with these endpoints. */
async function turnOff({ stand }: Bench, merchants: BenchMerchant[]): Promise<void> {
  await stand.owner.query(`update webhook_endpoint set status = 'off' where merchant_id = any($1::uuid[])`, [
    merchants.map(({ id }) => id),
  ])
}
