import type { Context, Tx } from '../kernel/context.ts'
import { db } from '../kernel/database/tables.ts'
import { redactText, redactValues, type AuditValues } from './redact.ts'

/** Where a console request came from, or who ran a command. */
export interface Origin {
  /** The person's role at the time of the request. */
  role: string | null
  ip: string | null
  userAgent: string | null
}

/** A context that may have the origin of a request. Any `Context` can be passed as an `AuditedContext`. */
export interface AuditedContext extends Context {
  readonly origin?: Origin
  /**
   * Records a copy of an entry in the production audit log. Only the context of a console request for a merchant's test
   * account (its account in the test environment) has this function.
   */
  readonly copyAudit?: (entry: AuditEntry) => Promise<void>
}

/**
 * Returns whether the actor is a person, in the console or on the command line, and not an API key, a job or the
 * network.
 */
export const isPerson = ({ actor }: Context): boolean => actor.startsWith('staff:') || actor === 'cli'

export interface AuditEntry {
  /** The recorded action, such as `api_key.create`. */
  action: string
  target: { type: string; id: string | null }
  /** The merchant that the action affects, if any. */
  merchantId?: string
  reason?: string
  /** The changed values, without secrets and documents. */
  before?: AuditValues
  after?: AuditValues
}

const USER_AGENT_MAX = 300

/**
 * Adds an entry to the audit log. The entry commits or rolls back together with the recorded action. For an action in a
 * test account, `copyAudit` first commits a copy to the production audit log, so that every such action has a copy.
 */
export async function recordAudit(tx: Tx<AuditedContext>, entry: AuditEntry): Promise<void> {
  const now = tx.clock.now()
  await db(tx)
    .insertInto('audit_entry')
    .values({
      id: tx.ids.uuid(now),
      occurred_at: now,
      actor: tx.actor,
      role: tx.origin?.role ?? null,
      action: entry.action,
      target_type: entry.target.type,
      target_id: entry.target.id,
      merchant_id: entry.merchantId ?? null,
      reason: entry.reason === undefined ? null : redactText(entry.reason),
      before: entry.before ? redactValues(entry.before) : null,
      after: entry.after ? redactValues(entry.after) : null,
      ip: tx.origin?.ip ?? null,
      user_agent: tx.origin?.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
      correlation_id: tx.correlationId,
    })
    .execute()
  await tx.copyAudit?.(entry)
}
