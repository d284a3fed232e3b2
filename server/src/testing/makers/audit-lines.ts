import type { Context } from '../../kernel/context.ts'
import { sql } from '../../kernel/database/sql.ts'

export interface AuditLine {
  actor: string
  role: string | null
  action: string
  targetType: string
  reason: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** What stands on the record about a target, in the order in which it was done. */
export function auditOf(ctx: Context, targetId: string): Promise<AuditLine[]> {
  return sql<AuditLine>(
    ctx,
    `select actor, role, action, target_type as "targetType", reason, before, after from audit_entry
     where target_id = $1 order by seq`,
    [targetId],
  )
}
