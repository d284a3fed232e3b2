import type { Context } from '../kernel/context.ts'
import { countRows } from '../kernel/database/count.ts'
import { isUuid } from '../kernel/ids.ts'
import { readCursor, toPage, writeCursor, type Page, type PageRequest } from '../kernel/database/page.ts'
import { sql, type SqlParameter } from '../kernel/database/sql.ts'

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

/** The conditions of an audit list. An undefined member is no condition. */
export interface AuditFilter {
  /** `staff:<id>`, `cli`… */
  actor?: string | undefined
  action?: string | undefined
  /** Entries about any of these targets. */
  targetIds?: readonly string[] | undefined
  merchantId?: string | undefined
  from?: Date | undefined
  /** Exclusive. */
  to?: Date | undefined
  /** A part of the reason, in any letter case. */
  text?: string | undefined
}

const LIST = 'audit.v1'
const COLUMNS = `id, seq, occurred_at as "occurredAt", actor, role, action, target_type as "targetType",
  target_id as "targetId", merchant_id as "merchantId", reason, before, after, ip, user_agent as "userAgent",
  correlation_id as "correlationId"`

/** Returns one page of the audit log, newest first. */
export async function listAudit(
  ctx: Context,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<AuditLine>> {
  const after = page.cursor ? readCursor(ctx.vault, LIST, filter, page.cursor) : undefined
  const values: SqlParameter[] = []
  const given = (value: SqlParameter): string => `$${values.push(value)}`
  const conditions = conditionsOf(filter, given)
  if (after) {
    const at = given(new Date(after['at'] ?? ''))
    conditions.push(`(occurred_at, seq) < (${at}, ${given(BigInt(after['seq'] ?? ''))}::bigint)`)
  }
  const rows = await sql<AuditLine>(
    ctx,
    `select ${COLUMNS} from audit_entry where ${['true', ...conditions].join(' and ')}
     order by occurred_at desc, seq desc limit ${given(page.limit + 1)}`,
    values,
  )
  return toPage(rows, page.limit, ({ occurredAt, seq }) =>
    writeCursor(ctx.vault, LIST, filter, { at: occurredAt.toISOString(), seq: seq.toString() }),
  )
}

/** Counts the entries that match the filter, at most `most`. */
export async function countAudit(ctx: Context, filter: AuditFilter, most: number): Promise<number> {
  const values: SqlParameter[] = []
  const given = (value: SqlParameter): string => `$${values.push(value)}`
  const conditions = ['true', ...conditionsOf(filter, given)].join(' and ')
  const text = `select from audit_entry where ${conditions} order by occurred_at desc, seq desc limit ${given(most)}`
  return countRows(ctx, text, values)
}

function conditionsOf(filter: AuditFilter, given: (value: SqlParameter) => string): string[] {
  const { actor, action, targetIds, merchantId, from, to, text } = filter
  const conditions: string[] = []
  if (actor !== undefined) conditions.push(`actor = ${given(actor)}`)
  if (action !== undefined) conditions.push(`action = ${given(action)}`)
  if (targetIds !== undefined) conditions.push(`target_id = any(${given(targetIds)}::text[])`)
  if (merchantId !== undefined) conditions.push(`merchant_id = ${given(merchantId)}::uuid`)
  if (from !== undefined) conditions.push(`occurred_at >= ${given(from)}`)
  if (to !== undefined) conditions.push(`occurred_at < ${given(to)}`)
  if (text !== undefined) {
    const part = text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
    conditions.push(`reason is not null and reason ilike ${given(`%${part}%`)}`)
  }
  return conditions
}

/** Returns an entry by its id; null when there is none. */
export async function findAuditEntry(ctx: Context, id: string): Promise<AuditLine | null> {
  if (!isUuid(id)) return null
  const [line] = await sql<AuditLine>(ctx, `select ${COLUMNS} from audit_entry where id = $1`, [id])
  return line ?? null
}

/** Returns every action in the audit log, sorted, with one index probe for each distinct action. */
export async function listAuditActions(ctx: Context): Promise<string[]> {
  const rows = await sql<{ action: string }>(
    ctx,
    `with recursive act as (
       (select action from audit_entry order by action limit 1)
       union all
       select (select e.action from audit_entry e where e.action > act.action order by e.action limit 1) from act
       where act.action is not null)
     select action from act where action is not null`,
  )
  return rows.map(({ action }) => action)
}
