import type { Context } from './kernel/context.ts'
import { isNotPostponed } from './kernel/jobs/job-failure.ts'
import { prepared } from './kernel/database/prepared.ts'
import { sql } from './kernel/database/sql.ts'

/** The loops that `findDueWork` checks. */
export type WatchedLoop = keyof typeof DUE

/** Hides `$1` from the planner, so that it uses the cached generic plan. */
const NOW = '(select $1::timestamptz)'

const isRunnable = (job: string, columns: { merchantId: string; id: string }): string =>
  isNotPostponed(job, { ...columns, now: NOW })

/**
 * The due rows of each loop: the same conditions as in the loop's own query. `$1` is now. Each uses a partial index of
 * waiting rows, so the check is cheap when nothing is due.
 */
const DUE = {
  inbox: `select from network_inbox where state = 'waiting' and kind = 'pix' and next_attempt_at <= ${NOW}`,
  'ask-returns': `select from network_return where state = 'asking' and next_attempt_at <= ${NOW}
    and ${isRunnable('ask-returns', { merchantId: 'merchant_id', id: 'id' })}`,
  returns: `
    select from network_inbox where state = 'waiting' and kind = 'devolucao' and next_attempt_at <= ${NOW}
    union all
    select from network_return where state <> 'asking' and finished_at is null and next_attempt_at <= ${NOW}
      and ${isRunnable('finish-returns', { merchantId: 'merchant_id', id: 'id' })}
    union all
    select from financial_case f where f.status = 'open' and f.kind = 'held_payment' and f.exception is null
      and not exists (select from network_return n
        where n.merchant_id = f.merchant_id and n.case_id = f.id and n.origin = 'service')
      and ${isRunnable('held-payments', { merchantId: 'f.merchant_id', id: 'f.id' })}`,
  expiry: `
    select from charge where status = 'pending' and expires_at <= ${NOW}
      and ${isRunnable('expiry', { merchantId: 'merchant_id', id: 'id' })}`,
  issuance: `
    select from charge where status = 'created' and next_check_at <= ${NOW}
      and ${isRunnable('issuance', { merchantId: 'merchant_id', id: 'id' })}`,
  settlement: `select from network_listing where state = 'waiting' and next_attempt_at <= ${NOW}`,
  // Like the claim of deliveries: one index probe per endpoint with pending deliveries, however many it has.
  deliveries: `
    with recursive lane as (
      (select endpoint_id as id from webhook_delivery where status = 'pending' order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from webhook_delivery d where d.status = 'pending' and d.endpoint_id > lane.id
        order by d.endpoint_id limit 1)
      from lane where lane.id is not null)
    select from lane join webhook_endpoint e on e.id = lane.id
    where e.status = 'active' and (e.rate_limited_until is null or e.rate_limited_until <= ${NOW})
      and case when e.paused_until > ${NOW}
        then exists (select from webhook_delivery d
          where d.endpoint_id = e.id and d.status = 'pending' and d.trigger = 'manual')
        else exists (select from webhook_delivery d
          where d.endpoint_id = e.id and d.status = 'pending' and d.next_attempt_at <= ${NOW}) end`,
  replays: `
    select from webhook_replay where status = 'running'
      and ${isRunnable('replays', { merchantId: 'merchant_id', id: 'id' })}`,
} as const

const FIND_DUE_WORK = prepared(
  `select ${Object.entries(DUE)
    .map(([name, rows]) => `exists (${rows}) as "${name}"`)
    .join(', ')}`,
)

/** Returns the loops with due work, with one statement. */
export async function findDueWork(ctx: Context): Promise<WatchedLoop[]> {
  const [due] = await sql<Record<WatchedLoop, boolean>>(ctx, FIND_DUE_WORK, [ctx.clock.now()])
  if (!due) throw new Error('BUG: findDueWork: the statement returned no row')
  return WATCHED.filter((name) => due[name])
}

const isWatched = (name: string): name is WatchedLoop => name in DUE
const WATCHED: readonly WatchedLoop[] = Object.keys(DUE).filter(isWatched)
