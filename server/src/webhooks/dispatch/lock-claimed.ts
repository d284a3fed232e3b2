import type { Tx } from '../../kernel/context.ts'
import { anyUuid } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'
import type { EndpointCondition } from '../endpoints/endpoint-condition.ts'
import { claimTable, type Claim } from './claim-table.ts'

/** Locks the rows of the endpoints, ordered by id to prevent deadlocks. Returns their conditions by id. */
export async function lockEndpoints(tx: Tx, ids: readonly string[]): Promise<Map<string, EndpointCondition>> {
  const rows = await db(tx)
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
    .where('id', '=', anyUuid(ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ id, ...condition }) => [id, condition]))
}

/** Locks the deliveries whose claim is still valid. Returns their ids. */
export async function lockClaimed(tx: Tx, claims: readonly Claim[]): Promise<Set<string>> {
  const ids = claims.map(({ id }) => id)
  const rows = await db(tx)
    .selectFrom('webhook_delivery as d')
    .innerJoin(claimTable(claims), (join) =>
      join.onRef('d.id', '=', 'claim.id').onRef('d.claim_id', '=', 'claim.claim_id'),
    )
    .select('d.id')
    .where('d.id', '=', anyUuid(ids))
    .where('d.status', '=', 'sending')
    .orderBy('d.id')
    .forUpdate('d')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
