import type { Context } from '../../kernel/context.ts'
import { prepared } from '../../kernel/database/prepared.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { Trigger } from '../deliveries/delivery.entity.ts'

/**
 * A delivery that only this dispatcher may attempt until the lease expires. The object includes the event, the
 * endpoint's URL and the signing secrets.
 */
export interface ClaimedDelivery {
  id: string
  merchant_id: string
  endpoint_id: string
  event_id: string
  event_type: string
  event_created_at: Date
  trigger: Trigger
  /** The number of the attempt to make, starting at 1. */
  attempts: number
  scheduled_attempts: number
  claim_id: string
  url: string
  resume_at: Date | null
  succeeded_at: Date | null
  secret_box: Buffer
  secret_key_id: string
  previous_secret_box: Buffer | null
  previous_secret_key_id: string | null
  previous_secret_ends_at: Date | null
  /** The body of the event; null when the event is past its retention of 90 days. */
  body: string | null
  /** Whether the last finished attempt of the endpoint succeeded. */
  healthy: boolean
  /** The event's correlation id; null if an older build recorded the event or if the event is past its retention. */
  correlation_id: string | null
}

export interface ClaimOptions {
  now: Date
  /** The maximum number of deliveries to claim. */
  limit: number
  /** The maximum number of claimed deliveries of unhealthy endpoints. */
  unhealthyLimit: number
  claimId: string
  leaseUntil: Date
  merchantInFlightMax: number
  /** An endpoint with at least this many consecutive failures gets only one delivery at a time. */
  suspectFrom: number
  /** The maximum number of healthy endpoints in one claim; the same maximum applies to unhealthy endpoints. */
  endpointsMax: number
}

/**
 * Claims due deliveries in one round trip and one transaction. The comment of the database function
 * `claim_webhook_deliveries` describes the order of its steps.
 */
export function claimRows(ctx: Context, options: ClaimOptions): Promise<ClaimedDelivery[]> {
  const { now, limit, unhealthyLimit, claimId, leaseUntil, merchantInFlightMax, suspectFrom, endpointsMax } =
    options
  return sql<ClaimedDelivery>(ctx, CLAIM, [
    now,
    limit,
    claimId,
    leaseUntil,
    merchantInFlightMax,
    suspectFrom,
    endpointsMax,
    unhealthyLimit,
  ])
}

// Uses a subselect, because for a join the planner would read a whole partition of the events.
const CLAIM = prepared(`
  select d.*, (select e.correlation_id from webhook_event e
    where e.created_at = d.event_created_at and e.id = d.event_id) as correlation_id
  from claim_webhook_deliveries($1, $2, $3, $4, $5, $6, $7, $8) d`)
