import { sql, type Expression } from 'kysely'
import type { Tx } from '../../kernel/context.ts'
import { isOneOf, preparedQuery, type Given } from '../../kernel/database/prepared-query.ts'
import type { EndpointCondition } from '../endpoints/endpoint-condition.ts'

/** A dispatcher's claim of a delivery. */
export interface Claim {
  /** The id of the delivery. */
  id: string
  claim_id: string
}

/** The ids of several claims, as one array for each column of the table `claim`. */
export interface Claims {
  ids: string[]
  claimIds: string[]
}

export const columnsOf = (claims: readonly Claim[]): Claims => ({
  ids: claims.map(({ id }) => id),
  claimIds: claims.map((claim) => claim.claim_id),
})

/** Returns the claims as a table named `claim` for a query. */
export function claimTable(ids: Expression<string[]>, claimIds: Expression<string[]>) {
  return sql<Claim>`unnest(${ids}::uuid[], ${claimIds}::uuid[])`.as<'claim'>(sql`claim (id, claim_id)`)
}

/**
 * Locks the rows of the endpoints, ordered by id to prevent deadlocks. Returns the conditions of the endpoints by
 * endpoint id.
 */
export async function lockEndpoints(tx: Tx, ids: readonly string[]): Promise<Map<string, EndpointCondition>> {
  const rows = await lockConditions(tx, { ids })
  return new Map(rows.map(({ id, ...condition }) => [id, condition]))
}

const lockConditions = preparedQuery((compiler, given: Given<{ ids: readonly string[] }>) =>
  compiler
    .selectFrom('webhook_endpoint')
    .select([
      'id',
      'status',
      'disabled_reason as disabledReason',
      'consecutive_failures as consecutiveFailures',
      'failing_since as failingSince',
      'paused_until as pausedUntil',
      'pause_step as pauseStep',
      'half_open as halfOpen',
      'rate_limited_until as rateLimitedUntil',
      'last_success_at as lastSuccessAt',
      'last_failure_at as lastFailureAt',
      'last_error_class as lastErrorClass',
      'last_error_status as lastErrorStatus',
    ])
    .where(isOneOf('id', given('ids')))
    .orderBy('id')
    .forNoKeyUpdate(),
)

/** Locks the deliveries whose claim is still valid. Returns their ids. */
export async function lockClaimed(tx: Tx, claims: readonly Claim[]): Promise<Set<string>> {
  const rows = await lockSending(tx, columnsOf(claims))
  return new Set(rows.map(({ id }) => id))
}

const lockSending = preparedQuery((compiler, given: Given<Claims>) =>
  compiler
    .selectFrom('webhook_delivery as d')
    .innerJoin(claimTable(given('ids'), given('claimIds')), (join) =>
      join.onRef('d.id', '=', 'claim.id').onRef('d.claim_id', '=', 'claim.claim_id'),
    )
    .select('d.id')
    .where(isOneOf('d.id', given('ids')))
    .where('d.status', '=', 'sending')
    .orderBy('d.id')
    .forUpdate('d'),
)
