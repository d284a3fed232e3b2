import { sql, type Expression } from 'kysely'
import type { InboxState } from '../inbox/network-inbox.entity.ts'
import type { Context } from '../kernel/context.ts'
import { delayedBy } from '../kernel/database/expressions.ts'
import { db } from '../kernel/database/tables.ts'
import type { InboxPayment } from './classify-payment.ts'

/** After this many failed attempts a row is parked: the job does not retry it until staff act. */
const ATTEMPTS_MAX = 12
const RETRY_MS_FIRST = 1_000
const RETRY_MS_MAX = 300_000

/** Counts a failed attempt of a payment that failed alone. Schedules the next attempt, or parks the inbox row. */
export async function scheduleRetry(ctx: Context, payment: InboxPayment, error: unknown): Promise<void> {
  const row = await db(ctx)
    .updateTable('network_inbox')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      last_error: error instanceof Error ? error.message.slice(0, 500) : 'unknown',
      state: eb
        .case()
        .when(eb('attempts', '+', 1), '>=', ATTEMPTS_MAX)
        .then(eb.val<InboxState>('parked'))
        .else(eb.val<InboxState>('waiting'))
        .end(),
      next_attempt_at: backoff(ctx.clock.now(), eb.ref('attempts')),
    }))
    .where('id', '=', payment.inboxId)
    .where('state', '=', 'waiting')
    .returning('state')
    .executeTakeFirst()
  const { merchantId, endToEndId, correlationId } = payment
  ctx.log.error(
    {
      err: error,
      correlation_id: correlationId,
      merchant_id: merchantId,
      end_to_end_id: endToEndId,
      state: row?.state,
    },
    'payment not recorded',
  )
}

/**
 * Returns the time of the next attempt. The delay doubles with each failed attempt, from `RETRY_MS_FIRST` to
 * `RETRY_MS_MAX`.
 */
function backoff(now: Date, attempts: Expression<number>): Expression<Date> {
  const delayMs = sql<number>`least(${RETRY_MS_FIRST}::float8 * power(2, ${attempts}), ${RETRY_MS_MAX}::float8)`
  return delayedBy(now, sql`${delayMs} * interval '1 millisecond'`)
}
