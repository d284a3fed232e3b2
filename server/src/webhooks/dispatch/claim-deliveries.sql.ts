import type { Context } from '../../kernel/context.ts'
import { prepared } from '../../kernel/database/prepared.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { Trigger } from '../deliveries/delivery.entity.ts'

/** A claimed delivery with all that its attempt needs. */
export interface ClaimedRow {
  id: string
  merchant_id: string
  endpoint_id: string
  event_id: string
  event_type: string
  event_created_at: Date
  trigger: Trigger
  /** The number of this attempt, from 1. */
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
  /** Null when the event is older than what is kept. */
  body: string | null
  /** Whether the last finished attempt of the endpoint succeeded. */
  healthy: boolean
}

export interface ClaimOptions {
  now: Date
  /** Free sockets. */
  limit: number
  /** Free sockets that unhealthy endpoints may take. */
  unhealthyLimit: number
  claimId: string
  leaseUntil: Date
  merchantInFlightMax: number
  /** From so many failures in a row on, an endpoint is sent one at a time. */
  suspectFrom: number
  /** How many healthy endpoints one claim serves at most, and how many unhealthy ones. */
  endpointsMax: number
}

/** Claims due deliveries in one round trip and one transaction; the comment of the SQL function tells how. */
export function claimRows(ctx: Context, options: ClaimOptions): Promise<ClaimedRow[]> {
  const { now, limit, unhealthyLimit, claimId, leaseUntil, merchantInFlightMax, suspectFrom, endpointsMax } =
    options
  return sql<ClaimedRow>(ctx, CLAIM, [
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

const CLAIM = prepared('select * from claim_webhook_deliveries($1, $2, $3, $4, $5, $6, $7, $8)')
