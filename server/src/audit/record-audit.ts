import type { Context, Tx } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { redactText, redactValues, type AuditValues } from './redact.ts'

/** Where a person's request came from. Contexts of the console carry one; those of the command line do not. */
export interface Origin {
  /** The role in which the person acted. */
  role: string | null
  ip: string | null
  userAgent: string | null
}

/** A context that may know where its request came from. Every `Context` is one. */
export interface AuditedContext extends Context {
  readonly origin?: Origin
}

/** Whether a person of the service acts, in the console or on the command line, and not a merchant's key or a job. */
export const isPerson = ({ actor }: Context): boolean => actor.startsWith('staff:') || actor === 'cli'

export interface AuditEntry {
  /** A verb: `api_key.create`. */
  action: string
  target: { type: string; id: string | null }
  /** The merchant whose affairs were touched, where there is one. */
  merchantId?: string
  reason?: string
  /** What changed, without secrets and without documents. */
  before?: AuditValues
  after?: AuditValues
}

const USER_AGENT_MAX = 300

/** Adds a line to the record of what people did, in the transaction that did it: both stand or neither. */
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
