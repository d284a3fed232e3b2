import { sql, type SqlBool } from 'kysely'
import { oneById } from '../../graphql/data-loaders.ts'
import type { Context } from '../../kernel/context.ts'
import { anyText } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'
import type { WebhookEndpoint } from './endpoint.entity.ts'

/**
 * Returns when a disabled endpoint was disabled; null for an endpoint of another status. Also returns null if the audit
 * entry of the change is in another cell, from which the merchant has moved.
 */
export async function readDisabledAt(
  ctx: Context,
  { id, status, disabledReason, lastFailureAt }: WebhookEndpoint,
): Promise<Date | null> {
  if (status !== 'disabled') return null
  // The last failure disabled the endpoint, because a disabled endpoint gets no further attempt.
  if (disabledReason !== 'manual') return lastFailureAt
  return (await manualChangeById(ctx, id))?.at ?? null
}

const manualChangeById = oneById(listManualChanges)

/** Lists when the last manual change from active to disabled was made, by endpoint. */
async function listManualChanges(ctx: Context, ids: readonly string[]): Promise<{ id: string; at: Date }[]> {
  const rows = await db(ctx)
    .selectFrom('audit_entry')
    .select('target_id as id')
    .select(({ fn }) => fn.max<Date>('occurred_at').as('at'))
    .where('target_id', '=', anyText(ids))
    .where('action', '=', 'webhook_endpoint.change')
    .where(sql<SqlBool>`before ->> 'status' = 'active' and after ->> 'status' = 'disabled'`)
    .groupBy('target_id')
    .execute()
  return rows.flatMap(({ id, at }) => (id === null ? [] : [{ id, at }]))
}
