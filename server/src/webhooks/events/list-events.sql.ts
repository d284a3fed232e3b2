import type { Context } from '../../kernel/context.ts'
import { sql, type SqlParameter } from '../../kernel/database/sql.ts'

export interface EventFilter {
  type?: string | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  chargeId?: string | undefined
  /** True: the event has deliveries and all succeeded. False: any other event. */
  delivered?: boolean | undefined
}

export interface EventConditions extends EventFilter {
  merchantId: string
  /** The last event of the previous page. */
  after: { at: Date; id: string } | undefined
  limit: number
}

/**
 * Selects the merchant's events that match, newest first (keyset pagination). Each query reads an index in the order of
 * the list and stops at its limit.
 */
export function selectEvents(ctx: Context, given: EventConditions): Promise<Record<string, unknown>[]> {
  const parameters: SqlParameter[] = [
    given.merchantId,
    given.type ?? null,
    given.createdFrom ?? null,
    given.createdTo ?? null,
    given.chargeId ?? null,
    given.after?.at ?? null,
    given.after?.id ?? null,
    given.limit,
  ]
  return sql(ctx, queryFor(given.delivered), parameters)
}

function queryFor(delivered: boolean | undefined): string {
  if (delivered === undefined) return ALL
  return delivered ? DELIVERED : UNDELIVERED
}

/** Returns the filter as SQL, for the given column names of time, id and type. */
const matches = (at: string, id: string, type: string): string => `
  ($2::text is null or ${type} = $2) and ($3::timestamptz is null or ${at} >= $3)
  and ($4::timestamptz is null or ${at} < $4)
  and ($6::timestamptz is null or ${at} <= $6 and (${at}, ${id}) < ($6, $7::text))`

const EVENTS = `
  select e.* from webhook_event e
  where e.merchant_id = $1 and ($5::uuid is null or e.charge_id = $5) and ${matches('e.created_at', 'e.id', 'e.type')}`

const NEWEST_FIRST = 'order by created_at desc, id desc limit $8'

const ALL = `${EVENTS} ${NEWEST_FIRST}`

const DELIVERED = `${EVENTS} and e.has_deliveries
  and not exists (select from webhook_delivery d where d.merchant_id = $1 and d.status <> 'succeeded'
    and d.event_created_at = e.created_at and d.event_id = e.id)
  ${NEWEST_FIRST}`

// Finds undelivered events through the index of their unfinished and failed deliveries, and events without deliveries
// through an index of their own. The inner limit does not apply to a charge: the charge is known only after the join.
const UNDELIVERED = `
  (select e.* from (
      select distinct d.event_created_at, d.event_id from webhook_delivery d
      where d.merchant_id = $1 and d.status <> 'succeeded'
        and ${matches('d.event_created_at', 'd.event_id', 'd.event_type')}
      order by d.event_created_at desc, d.event_id desc limit case when $5::uuid is null then $8::integer end) waiting
    cross join lateral (
      select * from webhook_event e where e.created_at = waiting.event_created_at and e.id = waiting.event_id
        and e.merchant_id = $1 and ($5::uuid is null or e.charge_id = $5)) e
    order by waiting.event_created_at desc, waiting.event_id desc limit $8)
  union all
  (${EVENTS} and not e.has_deliveries ${NEWEST_FIRST})
  ${NEWEST_FIRST}`
