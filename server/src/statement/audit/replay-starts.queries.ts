import { oneById } from '../../graphql/data-loaders.ts'
import type { Context } from '../../kernel/context.ts'
import { anyText } from '../../kernel/database/any-of.ts'
import { db } from '../../kernel/database/tables.ts'
import { nameOfEntryActor } from './audit-names.ts'

/** The audit entry of the start of a replay. `id` is the id of the replay. */
interface ReplayStart {
  id: string
  actor: string
  userAgent: string | null
}

/**
 * Returns the display name of the actor who started a replay. Returns null if the audit entry is in another cell, from
 * which the merchant has moved. Batches like `merchantById`.
 */
export async function nameOfReplayStarter(
  ctx: Parameters<typeof nameOfEntryActor>[0],
  { id }: { id: string },
): Promise<string | null> {
  const start = await startById(ctx, id)
  return start === undefined ? null : nameOfEntryActor(ctx, start)
}

const startById = oneById(listReplayStarts)

/** Lists the audit entries of the starts of replays. Each replay has at most one. Reads an index by target. */
async function listReplayStarts(ctx: Context, ids: readonly string[]): Promise<ReplayStart[]> {
  const rows = await db(ctx)
    .selectFrom('audit_entry')
    .select(['target_id as id', 'actor', 'user_agent as userAgent'])
    .where('target_id', '=', anyText(ids))
    .where('action', '=', 'webhook_replay.start')
    .limit(ids.length)
    .execute()
  return rows.flatMap(({ id, ...row }) => (id === null ? [] : [{ id, ...row }]))
}
