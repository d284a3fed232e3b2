import { expressionBuilder, type Expression } from 'kysely'
import type { Tables } from '../../kernel/database/tables.ts'

/**
 * Returns the SQL value of `resume_at` for an update of `webhook_delivery` that schedules a replay. The value is the
 * time of the next attempt of the retry schedule. If no scheduled attempt is pending, for example because a replay is
 * pending, the value is the stored `resume_at`.
 */
export function resumeAt(): Expression<Date | null> {
  const delivery = expressionBuilder<Tables, 'webhook_delivery'>()
  const isScheduled = delivery.and([
    delivery('webhook_delivery.status', '=', 'pending'),
    delivery('webhook_delivery.trigger', '=', 'auto'),
  ])
  return delivery
    .case()
    .when(isScheduled)
    .then(delivery.ref('webhook_delivery.next_attempt_at'))
    .else(delivery.ref('webhook_delivery.resume_at'))
    .end()
}
