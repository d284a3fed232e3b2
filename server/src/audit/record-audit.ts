import type { Context, Tx } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { redactText, redactValues, type AuditValues } from './redact.ts'

/** Where a console request came from. Contexts of the command line have none. */
export interface Origin {
  /** The person's role at that time. */
  role: string | null
  ip: string | null
  userAgent: string | null
}

/** A context with an optional request origin. Every `Context` is one. */
export interface AuditedContext extends Context {
  readonly origin?: Origin
}

/** Whether the actor is a person, in the console or on the command line, and not an API key, a job or the network. */
export const isPerson = ({ actor }: Context): boolean => actor.startsWith('staff:') || actor === 'cli'

export interface AuditEntry {
  /** A verb: `api_key.create`. */
  action: string
  target: { type: string; id: string | null }
  /** The affected merchant, if any. */
  merchantId?: string
  reason?: string
  /** The changed values, without secrets and documents. */
  before?: AuditValues
  after?: AuditValues
}

const USER_AGENT_MAX = 300

/** Adds an entry to the audit log. It commits or rolls back together with the recorded action. */
export async function recordAudit(tx: Tx<AuditedContext>, entry: AuditEntry): Promise<void> {
  const now = tx.clock.now()
  await sql(
    tx,
    `insert into audit_entry (id, occurred_at, actor, role, action, target_type, target_id, merchant_id, reason, before,
       after, ip, user_agent, correlation_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      tx.ids.uuid(now),
      now,
      tx.actor,
      tx.origin?.role ?? null,
      entry.action,
      entry.target.type,
      entry.target.id,
      entry.merchantId ?? null,
      entry.reason === undefined ? null : redactText(entry.reason),
      entry.before ? JSON.stringify(redactValues(entry.before)) : null,
      entry.after ? JSON.stringify(redactValues(entry.after)) : null,
      tx.origin?.ip ?? null,
      tx.origin?.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
      tx.correlationId,
    ],
  )
}
