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
export async function readDisabledAt(ctx: Context, endpoint: WebhookEndpoint): Promise<Date | null> {
  // A disabled endpoint gets no further attempt, so its last failure is the failure that disabled it.
  if (isDisabledByService(endpoint)) return endpoint.lastFailureAt
  return (await findManualDisable(ctx, endpoint))?.at ?? null
}

/** Returns whether an endpoint is disabled because of its failures or its status 410. */
export const isDisabledByService = ({
  status,
  disabledReason,
}: Pick<WebhookEndpoint, 'status' | 'disabledReason'>): boolean =>
  status === 'disabled' && disabledReason !== 'manual'

/** The last manual change of an endpoint from active to disabled. `id` is the id of the endpoint. */
interface ManualDisable {
  id: string
  at: Date
  actor: string
  userAgent: string | null
}

/**
 * Returns the change that disabled a manually disabled endpoint; null for any other endpoint, and if the audit entry is
 * in another cell.
 */
export async function findManualDisable(
  ctx: Context,
  { id, status, disabledReason }: Pick<WebhookEndpoint, 'id' | 'status' | 'disabledReason'>,
): Promise<ManualDisable | null> {
  if (status !== 'disabled' || disabledReason !== 'manual') return null
  return (await manualDisableById(ctx, id)) ?? null
}

const manualDisableById = oneById(listManualDisables)

/** Lists the last manual change from active to disabled of each endpoint. */
async function listManualDisables(ctx: Context, ids: readonly string[]): Promise<ManualDisable[]> {
  const rows = await db(ctx)
    .selectFrom('audit_entry')
    .distinctOn('target_id')
    .select(['target_id as id', 'occurred_at as at', 'actor', 'user_agent as userAgent'])
    .where('target_id', '=', anyText(ids))
    .where('action', '=', 'webhook_endpoint.change')
    .where(sql<SqlBool>`before ->> 'status' = 'active' and after ->> 'status' = 'disabled'`)
    .orderBy('target_id')
    .orderBy('occurred_at', 'desc')
    .orderBy('seq', 'desc')
    .execute()
  return rows.flatMap(({ id, ...row }) => (id === null ? [] : [{ id, ...row }]))
}
