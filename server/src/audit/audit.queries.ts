import type { Context } from '../kernel/context.ts'
import { anyText } from '../kernel/database/any-of.ts'
import { countRows } from '../kernel/database/count.ts'
import { escapeLike } from '../kernel/database/expressions.ts'
import { isUuid } from '../kernel/ids.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/database/page.ts'
import { db } from '../kernel/database/tables.ts'

/** An entry of the audit log as staff see it. */
export interface AuditLine {
  id: string
  seq: bigint
  occurredAt: Date
  actor: string
  role: string | null
  action: string
  targetType: string
  targetId: string | null
  merchantId: string | null
  reason: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  ip: string | null
  userAgent: string | null
  correlationId: string
}

/** The conditions of an audit list. An undefined field does not restrict the list. */
export interface AuditFilter {
  /** The actor's identifier, such as `staff:<id>` or `cli`. */
  actor?: string | undefined
  action?: string | undefined
  /** Selects entries about any of these targets. */
  targetIds?: readonly string[] | undefined
  merchantId?: string | undefined
  from?: Date | undefined
  /** The end of the period in which the entries were recorded, exclusive. */
  to?: Date | undefined
  /** A text that the reason of an entry must contain, in any letter case. */
  text?: string | undefined
}

const LIST = 'audit.v1'
const COLUMNS = [
  'id',
  'seq',
  'occurred_at as occurredAt',
  'actor',
  'role',
  'action',
  'target_type as targetType',
  'target_id as targetId',
  'merchant_id as merchantId',
  'reason',
  'before',
  'after',
  'ip',
  'user_agent as userAgent',
  'correlation_id as correlationId',
] as const

/** Returns one page of the audit log, newest first. */
export async function listAudit(
  ctx: Context,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<AuditLine>> {
  const after = page.cursor ? readCursor(ctx.vault, LIST, filter, page.cursor) : undefined
  let query = selectMatching(ctx, filter)
  if (after) {
    const { at = '', seq = '' } = after
    query = query.where((eb) =>
      eb(eb.refTuple('occurred_at', 'seq'), '<', eb.tuple(new Date(at), BigInt(seq))),
    )
  }
  const rows = await query
    .select(COLUMNS)
    .limit(page.limit + 1)
    .execute()
  return toPage(
    rows,
    page.limit,
    ({ occurredAt, seq }) =>
      writeCursor(ctx.vault, LIST, filter, { at: occurredAt.toISOString(), seq: seq.toString() }),
    { at: 'desc', seq: 'numbers desc' },
  )
}

/** Counts the entries that match the filter. Stops counting at `most`. */
export const countAudit = (ctx: Context, filter: AuditFilter, most: number): Promise<number> =>
  countRows(ctx, selectMatching(ctx, filter).select('id').limit(most))

/** Selects the entries that match the filter, newest first. The caller adds the columns and the limit. */
function selectMatching(ctx: Context, filter: AuditFilter) {
  const { actor, action, targetIds, merchantId, from, to, text } = filter
  let query = db(ctx).selectFrom('audit_entry').orderBy('occurred_at', 'desc').orderBy('seq', 'desc')
  if (actor !== undefined) query = query.where('actor', '=', actor)
  if (action !== undefined) query = query.where('action', '=', action)
  if (targetIds !== undefined) query = query.where('target_id', '=', anyText(targetIds))
  if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId)
  if (from !== undefined) query = query.where('occurred_at', '>=', from)
  if (to !== undefined) query = query.where('occurred_at', '<', to)
  if (text !== undefined) {
    const part = escapeLike(text)
    query = query.where('reason', 'is not', null).where('reason', 'ilike', `%${part}%`)
  }
  return query
}

/** Returns an entry by its id; null if there is none. */
export async function findAuditEntry(ctx: Context, id: string): Promise<AuditLine | null> {
  if (!isUuid(id)) return null
  const found = await db(ctx)
    .selectFrom('audit_entry')
    .select(COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst()
  return found ?? null
}

/**
 * Returns every action that occurs in the audit log, sorted. The query reads one index entry for each action, not all
 * entries of the audit log.
 */
export async function listAuditActions(ctx: Context): Promise<string[]> {
  const rows = await db(ctx)
    .withRecursive('known', (cte) =>
      cte
        .selectFrom('audit_entry')
        .select((eb) => eb.fn.min<string | null>('action').as('action'))
        .unionAll(
          cte
            .selectFrom('known')
            .where('known.action', 'is not', null)
            .select((eb) =>
              eb
                .selectFrom('audit_entry as e')
                .select((next) => next.fn.min<string | null>('e.action').as('action'))
                .whereRef('e.action', '>', 'known.action')
                .as('action'),
            ),
        ),
    )
    .selectFrom('known')
    .select('action')
    .where('action', 'is not', null)
    .$narrowType<{ action: string }>()
    .execute()
  return rows.map(({ action }) => action)
}
