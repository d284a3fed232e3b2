import { Problem, type InvalidField } from '../kernel/problem.ts'
import type { Context } from '../kernel/context.ts'
import { sql, type SqlParameter } from '../kernel/sql.ts'
import { getEndpoint } from './endpoint.queries.ts'
import type { ReplayedStatus } from './webhook-replay.entity.ts'

/** Deliveries that one replay may hold. */
export const REPLAYED_MAX = 10_000
const WINDOW_MS_MAX = 14 * 86_400_000

/** Which deliveries of an endpoint to replay: those of events from `from` (included) to `to` (not included). */
export interface ReplayFilter {
  endpointId: string
  /** Empty: of every type. */
  eventTypes: readonly string[]
  /** By default those that failed or were skipped, and with `includeSucceeded` those that succeeded. */
  status?: ReplayedStatus | undefined
  from: Date
  to: Date
  includeSucceeded: boolean
}

/**
 * @throws Problem validation_error when the time is empty, runs backwards or is longer than 14 days, or when succeeded
 *   ones are asked for without `includeSucceeded`.
 */
export function assertReplayable({ status, from, to, includeSucceeded }: ReplayFilter): void {
  const fields: InvalidField[] = []
  const spanMs = to.getTime() - from.getTime()
  if (spanMs <= 0 || spanMs > WINDOW_MS_MAX) fields.push({ path: 'to', code: 'out_of_range' })
  if (status === 'succeeded' && !includeSucceeded) {
    fields.push({ path: 'include_succeeded', code: 'required' })
  }
  if (fields.length > 0) throw new Problem('validation_error', { fields })
}

/**
 * How many deliveries a replay would hold, and whether there are more than one takes.
 * @throws Problem as `startReplay` does for the same filter and endpoint, but for what stands in its way just now.
 */
export async function previewReplay(
  ctx: Context,
  merchantId: string,
  filter: ReplayFilter,
): Promise<{ matched: number; exceedsLimit: boolean }> {
  assertReplayable(filter)
  await getEndpoint(ctx, merchantId, filter.endpointId)
  const { text, parameters } = replayable(merchantId, filter)
  const [row] = await sql<{ found: bigint }>(
    ctx,
    `select count(*) as found from (${text}) as found`,
    parameters,
  )
  const found = Number(row?.found ?? 0)
  return { matched: Math.min(found, REPLAYED_MAX), exceedsLimit: found > REPLAYED_MAX }
}

/** The statement that finds the deliveries, oldest first, up to one more than a replay may hold; `$1` to `$6`. */
export function replayable(
  merchantId: string,
  { endpointId, eventTypes, status, from, to, includeSucceeded }: ReplayFilter,
): { text: string; parameters: SqlParameter[] } {
  const statuses = status ? [status] : includeSucceeded ? ['failed', 'skipped', 'succeeded'] : MISSED
  const isMissed = statuses.every((one) => MISSED.some((missed) => missed === one))
  return {
    text: isMissed ? `${FIND} and status in ('failed', 'skipped') ${IN_ORDER}` : `${FIND} ${IN_ORDER}`,
    parameters: [merchantId, endpointId, statuses, eventTypes, from, to],
  }
}

const MISSED = ['failed', 'skipped']

// The statuses again as literals, where they allow it, so that the partial index serves.
const FIND = `
  select id, created_at from webhook_delivery
  where merchant_id = $1::uuid and endpoint_id = $2::uuid and status = any ($3::text[])
    and (cardinality($4::text[]) = 0 or event_type = any ($4)) and created_at >= $5 and created_at < $6`
const IN_ORDER = `order by created_at, id limit ${REPLAYED_MAX + 1}`
