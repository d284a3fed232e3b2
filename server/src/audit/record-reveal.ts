import { z } from 'zod'
import { Faults } from '../kernel/input/faults.ts'
import { plusMs } from '../kernel/clock.ts'
import type { Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { lockName } from '../kernel/database/advisory-lock.ts'
import { db } from '../kernel/database/tables.ts'
import { recordAudit, type AuditEntry } from './record-audit.ts'

/**
 * The number of documents that a person may reveal per hour. This number is enough for phone support, but not for
 * copying a customer list.
 */
export const REVEALS_MAX = 30
const WINDOW_MS = 3_600_000
const ACTION = 'document.reveal'

const Input = z.object({ reason: z.string().trim().min(3).max(500) })

/**
 * Records in the audit log that a person reveals a document, and why. Call this function before revealing the document.
 * @throws Problem validation_error without a valid reason.
 * @throws Problem rate_limited, reason `too_many_reveals`, with the retry time.
 */
export async function recordReveal(
  tx: Tx,
  { target, merchantId, reason }: Pick<AuditEntry, 'target'> & { merchantId: string; reason: string },
): Promise<void> {
  const faults = new Faults()
  faults.read(Input, { reason })
  faults.throwIfAny()
  // Take a lock, so that concurrent reveals of one person run one after the other. Without the lock, concurrent reveals
  // could together exceed the limit.
  await lockName(tx, `${ACTION} ${tx.actor}`)
  const now = tx.clock.now()
  const shown = await db(tx)
    .selectFrom('audit_entry')
    .select('occurred_at as at')
    .where('actor', '=', tx.actor)
    .where('action', '=', ACTION)
    .where('occurred_at', '>', plusMs(now, -WINDOW_MS))
    .orderBy('occurred_at', 'desc')
    .limit(REVEALS_MAX)
    .execute()
  if (shown.length === REVEALS_MAX) {
    const waitMs = plusMs(shown.at(-1)?.at ?? now, WINDOW_MS).getTime() - now.getTime()
    throw new Problem('rate_limited', {
      reason: 'too_many_reveals',
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    })
  }
  await recordAudit(tx, { action: ACTION, target, merchantId, reason: reason.trim() })
}
