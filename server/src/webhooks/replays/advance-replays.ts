import { plusMs } from '../../kernel/clock.ts'
import { transaction, type Context, type Tx } from '../../kernel/context.ts'
import { eachMerchant, isRunnable } from '../../kernel/jobs/each-due.ts'
import { sql } from '../../kernel/database/sql.ts'

/** The shortest time between two deliveries of a replay: at most five per second. */
export const REPLAY_PACE_MS = 200

/** A replayed delivery counts as failed after this many lost leases. */
const TRIES_MAX = 3

const JOB = 'replays'

/**
 * Advances up to `max` running replays: records the result of the delivery that was sent, and schedules the next one
 * when the pace allows it. Uses one transaction per merchant. Returns the number of replays. Several processes may run
 * it on one database.
 */
export function advanceReplays(ctx: Context, max: number): Promise<number> {
  return eachMerchant(ctx, { job: JOB, limit: max, find: (first) => sql(ctx, RUNNING, first) }, advance)
}

const RUNNING = `
  select merchant_id as "merchantId", id from webhook_replay
  where status = 'running' and ${isRunnable(JOB, { merchantId: 'merchant_id', id: 'id' })}
  order by looked_at, id limit $2`

function advance(ctx: Context, merchantId: string, ids: string[]): Promise<void> {
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const running = (await sql<{ id: string }>(tx, LOCK, [merchantId, ids])).map(({ id }) => id)
    if (running.length === 0) return
    await sql(tx, RECORD_RESULTS, [running, TRIES_MAX])
    await sql(tx, SCHEDULE_NEXT, [running, now, plusMs(now, -REPLAY_PACE_MS)])
    await finish(tx, running, now)
  })
}

async function finish(tx: Tx, running: readonly string[], now: Date): Promise<void> {
  const finished = await sql<FinishedRow>(tx, FINISH, [running, now])
  for (const { id, status, done, failed } of finished) {
    tx.log.info({ replay_id: id, status, done, failed }, 'webhook replay ended')
  }
  if (finished.length === 0) return
  await sql(tx, 'delete from webhook_replay_item where replay_id = any ($1::uuid[])', [
    finished.map(({ id }) => id),
  ])
}

interface FinishedRow {
  id: string
  status: string
  done: number
  failed: number
}

const LOCK = `
  select id from webhook_replay where merchant_id = $1 and id = any($2::uuid[]) and status = 'running'
  order by looked_at, id for no key update skip locked`

// The first attempt after `attempts_before` is the replayed one and has the result. A finished delivery without such an
// attempt has failed: its endpoint was disabled or turned off first.
const RECORD_RESULTS = `
  with settled as (
    select i.replay_id, i.n, case
        when a.n is null then 'failed'
        when a.error_class is null then 'done'
        when a.error_class = 'lease_lost' and i.tries + 1 < $2::int then 'waiting'
        else 'failed' end as status
    from webhook_replay_item i
    left join webhook_delivery d on d.id = i.delivery_id
    left join lateral (select n, error_class from webhook_attempt
      where delivery_id = i.delivery_id and n > i.attempts_before order by n limit 1) a on true
    where i.replay_id = any ($1::uuid[]) and i.status = 'sent'
      and (a.n is not null or d.id is null or d.finished_at is not null)),
  marked as (
    update webhook_replay_item i set status = settled.status, tries = i.tries + 1
    from settled where i.replay_id = settled.replay_id and i.n = settled.n)
  update webhook_replay r set done = r.done + (settled.status = 'done')::int,
    failed = r.failed + (settled.status = 'failed')::int
  from settled where r.id = settled.replay_id`

// Schedules one delivery per replay, after the deliveries that are already due. A delivery that is being sent waits for
// the next run. One that succeeded meanwhile is done without an attempt. A manual replay keeps its trigger.
const SCHEDULE_NEXT = `
  with candidate as (
    select r.id as replay_id, r.include_succeeded, i.n, i.delivery_id
    from webhook_replay r join webhook_endpoint e on e.id = r.endpoint_id and e.status = 'active'
    cross join lateral (select n, delivery_id from webhook_replay_item
      where replay_id = r.id and status = 'waiting' order by n limit 1) i
    where r.id = any ($1::uuid[]) and (r.sent_at is null or r.sent_at <= $3::timestamptz)
      and not exists (select 1 from webhook_replay_item s where s.replay_id = r.id and s.status = 'sent')),
  locked as (
    select d.id, d.status, d.attempts, d.succeeded_at from webhook_delivery d
    where d.id in (select delivery_id from candidate) and d.status <> 'sending' order by d.id for update skip locked),
  decided as (
    select candidate.replay_id, candidate.n, candidate.delivery_id, locked.attempts, case
        when locked.id is null then 'failed'
        when locked.succeeded_at is not null and not candidate.include_succeeded then 'done'
        else 'sent' end as status
    from candidate left join locked on locked.id = candidate.delivery_id
    where locked.id is not null or not exists (select 1 from webhook_delivery d where d.id = candidate.delivery_id)),
  out as (
    update webhook_delivery d set status = 'pending', next_attempt_at = $2::timestamptz, finished_at = null,
      trigger = case when d.status = 'pending' and d.trigger = 'manual' then 'manual' else 'bulk' end,
      resume_at = case when d.status = 'pending' and d.trigger = 'auto' then d.next_attempt_at else d.resume_at end
    from decided where d.id = decided.delivery_id and decided.status = 'sent'),
  marked as (
    update webhook_replay_item i set status = decided.status, attempts_before = decided.attempts
    from decided where i.replay_id = decided.replay_id and i.n = decided.n),
  looked_at as (
    update webhook_replay r set looked_at = $2::timestamptz, done = r.done + coalesce((decided.status = 'done')::int, 0),
      failed = r.failed + coalesce((decided.status = 'failed')::int, 0),
      sent_at = case decided.status when 'sent' then $2 else r.sent_at end
    from unnest($1::uuid[]) running (id) left join decided on decided.replay_id = running.id where r.id = running.id)
  select 1`

const FINISH = `
  update webhook_replay r set finished_at = $2::timestamptz,
    status = case when r.done + r.failed = r.matched then 'completed' else 'stopped' end
  from webhook_endpoint e
  where e.id = r.endpoint_id and r.id = any ($1::uuid[]) and (r.done + r.failed = r.matched or e.status <> 'active'
    and not exists (select 1 from webhook_replay_item i where i.replay_id = r.id and i.status = 'sent'))
  returning r.id, r.status, r.done, r.failed`
