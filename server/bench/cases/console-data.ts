import { plusMs } from '../../src/kernel/clock.ts'
import type { Context } from '../../src/kernel/context.ts'
import { startReplay } from '../../src/webhooks/replays/start-replay.ts'
import type { DataSet } from '../data/data-set.ts'

const REPLAYS = 20
const HOUR_MS = 3_600_000

/**
 * Inserts `$1` API calls into the request log, of which one in 50 failed. Each merchant has successful and failed
 * calls. The calls of a merchant without an API key have a random key id.
 */
const FILL_REQUESTS = `
  insert into request_log (started_at, correlation_id, merchant_id, api_key_id, method, route, query_names, status, code,
    duration_ms, fields)
  select now() - (n::float / $1) * interval '47 hours', gen_random_uuid(), m.id, m.key_id, 'POST',
    '/v1/pix/charges', '{}', case when n % 50 = 0 then 422 else 201 end,
    case when n % 50 = 0 then (array['validation_error', 'conflict', 'not_found', 'rate_limited'])[1 + n / 50 % 4] end,
    20, '[]'
  from generate_series(1, $1::integer) n
    join (
      select m.id, coalesce(min(k.id::text)::uuid, gen_random_uuid()) as key_id,
        row_number() over () - 1 as position, count(*) over () as merchants
      from merchant m left join api_key k on k.merchant_id = m.id
      group by m.id
    ) m on m.position = (n + n / 50) % m.merchants`

/**
 * Adds to the data set the rows that only the console reads: some replays, and the logged calls of the last two days.
 * Inserts `calls` logged calls if the data set has fewer than `calls`. Inserts replays if there is none.
 */
export async function addConsoleData({ deployment }: DataSet, calls: number): Promise<void> {
  const { owner } = deployment
  const hasRows = async (table: string, count: number): Promise<boolean> =>
    (await owner.query(`select 1 from ${table} offset $1 limit 1`, [count - 1])).rowCount === 1
  // The table is never empty, because the service has logged the calls that created the data set.
  if (!(await hasRows('request_log', calls))) {
    await owner.query(FILL_REQUESTS, [calls])
    await owner.query('vacuum analyze request_log')
  }
  if (!(await hasRows('webhook_replay', 1))) {
    const { rows } = await owner.query<Endpoint>(
      `select merchant_id as "merchantId", id from webhook_endpoint where status = 'active' limit $1`,
      [REPLAYS],
    )
    await deployment.withContext((ctx) => addReplays(ctx, rows))
  }
}

type Endpoint = Record<'merchantId' | 'id', string>

async function addReplays(ctx: Context, endpoints: readonly Endpoint[]): Promise<void> {
  const now = ctx.clock.now()
  for (const { merchantId, id } of endpoints)
    await startReplay(ctx, merchantId, {
      endpointId: id,
      source: 'deliveries',
      eventTypes: [],
      from: plusMs(now, -HOUR_MS),
      to: now,
      includeSucceeded: true,
    })
}
