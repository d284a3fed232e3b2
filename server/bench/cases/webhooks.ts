import { withFreshDeployment, type Case } from '../bench.ts'
import { measureDelivery } from '../load/deliver.ts'
import { createEndpoints } from '../merchants.ts'
import { row } from '../table.ts'

const HEALTHY = 50
const PER_SECOND = 4 * HEALTHY
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
 * Measures 50 healthy endpoints with 4 events per second each, while a dead endpoint has a backlog. Latencies count
 * from the event.
 */
export const webhooksCase: Case = {
  name: 'webhooks',
  run(bench) {
    const fresh = {
      name: 'webhooks',
      roles: ['api' as const, 'worker' as const],
      merchants: HEALTHY + 1,
      usesPspLists: true,
    }
    return withFreshDeployment(bench, fresh, async (deployment, merchants) => {
      const { receiver } = deployment.stack
      const [healthy, dead] = [merchants.slice(0, HEALTHY), merchants.slice(HEALTHY)]
      await createEndpoints(deployment, healthy, { port: receiver.port })
      await createEndpoints(deployment, dead, { port: receiver.silentPort })
      await deployment.owner.query(BACKLOG, [dead[0]?.id, DEAD_WAITING])
      const measured = await measureDelivery(bench, deployment, { merchants: healthy, perSecond: PER_SECOND })
      const { fromCallback, fromEvent, sentPerSecond, cost } = measured
      const note =
        `${HEALTHY} endpoints at 4/s while a dead one has ${DEAD_WAITING} waiting, achieved ` +
        `${sentPerSecond.toFixed(1)}/s; p95 from the callback ${fromCallback.p95Ms.toFixed(0)} ms`
      const goal = { measure: fromEvent.p95Ms, unit: 'ms p95', must: '<= 500 ms', strive: '<= 250 ms' }
      return [row({ name: 'webhooks', ...fromEvent, ...goal, rate: sentPerSecond, cost, note })]
    })
  },
}
