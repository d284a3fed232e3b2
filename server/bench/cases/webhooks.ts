import { sql } from '../../src/kernel/sql.ts'
import { refreshStatistics, withCost, type Bench, type Case } from '../bench.ts'
import { loadPending } from '../bulk/load-charges.ts'
import { row, type Row } from '../table.ts'
import { until } from '../stand.ts'
import { giveEndpoints } from '../endpoints.ts'
import type { BenchMerchant } from '../merchants.ts'
import { allRecorded } from './pay.ts'

/** Half of what a machine like these pays in a second, and four a second for each of fifty endpoints. */
const PER_SECOND = 200
const HEALTHY = 50
const DEAD_WAITING = 20_000
const WARM_UP_SECONDS = 5
/** After the statistics have been refreshed: every connection plans its statements anew. */
const REPLAN_SECONDS = 3
const DELIVERED_TIMEOUT_MS = 60_000

interface Judged extends Pick<Row, 'must' | 'strive' | 'note'> {
  /** What the case is about: the whole way of a payment, or the delivery of an event that is there. */
  since: 'callback' | 'event'
  merchants: BenchMerchant[]
}

/** Pays at a fixed rate and measures to the arrival of each event's first attempt. */
async function deliver(bench: Bench, name: string, { since, merchants, ...judged }: Judged): Promise<Row[]> {
  const { stand, ctx, seconds } = bench
  const runSeconds = Math.max(seconds, 10)
  const pay = async (forSeconds: number): Promise<number> => {
    const charges = await loadPending(ctx, stand.owner, {
      merchantIds: merchants.map(({ id }) => id),
      count: forSeconds * PER_SECOND,
      firstNumber: bench.nextNumber(),
    })
    const { count } = await stand.load.run({
      kind: 'callbacks',
      seconds: forSeconds + 5,
      connections: 16,
      url: stand.callbackUrl,
      databaseUrl: stand.settings['DATABASE_URL'] ?? '',
      charges,
      pixMax: 1,
      waitingMax: 1_000_000,
      perSecond: PER_SECOND,
    })
    await allRecorded(bench)
    await allDelivered(bench, merchants)
    return count
  }
  await pay(WARM_UP_SECONDS)
  await refreshStatistics(stand)
  await pay(REPLAN_SECONDS)
  await stand.load.run({ kind: 'received', since: 'callback' })
  await stand.load.run({ kind: 'received', since: 'event' })
  const { count: sent, cost } = await withCost(stand, async () => ({ count: await pay(runSeconds) }))
  const whole = await stand.load.run({ kind: 'received', since: 'callback' })
  const delivery = await stand.load.run({ kind: 'received', since: 'event' })
  const { count, p50Ms, p95Ms, p99Ms } = since === 'callback' ? whole : delivery
  if (count < sent) throw new Error(`bench: ${name}: ${sent - count} of ${sent} events did not arrive`)
  const ways = `p95 since the callback ${Math.round(whole.p95Ms)} ms, since the event ${Math.round(delivery.p95Ms)} ms`
  const note = `${judged.note}; ${ways}; ${cost}`
  return [row({ name, rate: PER_SECOND, p50Ms, p95Ms, p99Ms, measure: p95Ms, ...judged, note })]
}

async function allDelivered({ stand, ctx }: Bench, merchants: BenchMerchant[]): Promise<void> {
  await until('the delivery of every event to a healthy endpoint', DELIVERED_TIMEOUT_MS, async () => {
    const [waiting] = await sql<{ n: bigint }>(
      ctx,
      `select count(*) as n from webhook_delivery
       where status in ('pending', 'sending') and merchant_id = any($1::uuid[])`,
      [merchants.map(({ id }) => id)],
    )
    return waiting?.n === 0n && stand.programs.size > 0
  })
}

export const payToWebhookCase: Case = {
  name: 'pay-to-webhook',
  roles: ['api', 'worker'],
  async run(bench) {
    await giveEndpoints(bench, bench.merchants.ours, bench.stand.receiverPort)
    const note = `${PER_SECOND} Pix a second, one a callback`
    return deliver(bench, 'pay-to-webhook', {
      since: 'callback',
      merchants: bench.merchants.ours,
      must: '<= 500 ms',
      strive: '<= 150 ms',
      note,
    })
  },
}

export const webhooksCase: Case = {
  name: 'webhooks',
  roles: ['api', 'worker'],
  async run(bench) {
    const { stand, merchants } = bench
    const healthy = merchants.ours.slice(0, HEALTHY)
    await giveEndpoints(bench, healthy, stand.receiverPort)
    const dead = merchants.floor.slice(0, 1)
    await giveEndpoints(bench, dead, stand.deadPort)
    await stand.owner.query(
      `with event as (
         insert into webhook_event (id, merchant_id, environment, type, version, body, source_type, source_id, created_at)
         select 'evt_' || lpad(n::text, 26, '0'), $1::uuid, 'production', 'charge.paid', '1', '{}', 'charge', $1::text,
           $2::timestamptz from generate_series(1, $3::integer) n
         returning id)
       insert into webhook_delivery (id, merchant_id, endpoint_id, event_id, event_type, event_created_at, status,
         trigger, attempts, scheduled_attempts, next_attempt_at, created_at)
       select gen_random_uuid(), e.merchant_id, e.id, event.id, 'charge.paid', $2, 'pending', 'auto', 0, 0, $2, $2
       from event join webhook_endpoint e on e.merchant_id = $1::uuid`,
      [dead[0]?.id, bench.ctx.clock.now(), DEAD_WAITING],
    )
    const note = `50 endpoints at 4 a second; one dead endpoint has ${DEAD_WAITING} waiting`
    return deliver(bench, 'webhooks', {
      since: 'event',
      merchants: healthy,
      must: '<= 500 ms',
      strive: '<= 250 ms',
      note,
    })
  },
}
