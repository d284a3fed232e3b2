import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { eachDueRow, isRunnable, type FindParameters } from '../kernel/jobs/each-due.ts'
import type { DueRow } from '../kernel/jobs/job-failure.ts'
import { sql } from '../kernel/database/sql.ts'
import { recordEvents } from '../webhooks/events/record-events.ts'
import { closeReleased } from './close-dispute.ts'
import { disputeEvent } from './dispute-events.ts'
import { lockDispute } from './disputed-payment.ts'

/** How long before the deadline for evidence the merchant is reminded. */
const REMIND_MS = 86_400_000

/** Emits `dispute.deadline` once for each dispute, in batches of `limit`. Returns how many disputes were due. */
export function notifyDeadlines(ctx: Context, limit: number): Promise<number> {
  const find = (first: FindParameters) => sql<DueRow>(ctx, FIND_DUE, [...first, REMIND_MS])
  return eachDueRow(ctx, { job: 'deadlines', limit, find }, ({ merchantId, id }) =>
    transaction(ctx, async (tx) => {
      const locked = await lockDispute(tx, merchantId, id)
      const { dispute, money } = locked
      if (dispute.status !== 'open' || dispute.deadlineToldAt !== null) return
      const now = tx.clock.now()
      dispute.deadlineToldAt = now
      await tx.em.flush()
      await recordEvents(tx, merchantId, [disputeEvent('dispute.deadline', locked, money?.environment)], now)
    }),
  )
}

const FIND_DUE = `
  select merchant_id as "merchantId", case_id as id from dispute
  where status = 'open' and deadline_told_at is null
    and answer_until <= $1::timestamptz + $4::float8 * interval '1 millisecond'
    and ${isRunnable('deadlines', { merchantId: 'merchant_id', id: 'case_id' })}
  order by answer_until limit $2`

/**
 * Closes open disputes whose payment is fully returned by other means, as `already_returned`, in batches of `limit`.
 * Returns how many it processed.
 */
export function closeAlreadyReturned(ctx: Context, limit: number): Promise<number> {
  return eachDueRow(
    ctx,
    { job: 'covered-disputes', limit, find: (first) => sql<DueRow>(ctx, FIND_ALREADY_RETURNED, first) },
    ({ merchantId, id }) =>
      transaction(ctx, async (tx) => {
        const locked = await lockDispute(tx, merchantId, id)
        if (locked.dispute.status !== 'open' || locked.financialCase.coverCents > 0n) return
        await emitSuspensionChange(tx, merchantId)
        await closeReleased(tx, locked, 'already_returned')
      }),
  )
}

const FIND_ALREADY_RETURNED = `
  select d.merchant_id as "merchantId", d.case_id as id
  from dispute d
  join financial_case f on f.merchant_id = d.merchant_id and f.id = d.case_id and f.status = 'open' and f.cover_cents = 0
  join payment p on p.merchant_id = d.merchant_id and p.id = d.payment_id
  left join charge c on c.merchant_id = p.merchant_id and c.id = p.charge_id
  left join financial_case held on held.merchant_id = p.merchant_id and held.id = p.case_id
  where d.status = 'open' and case p.classification when 'primary' then c.refunded_cents = c.amount_cents
    else held.status = 'returned' end
    and ${isRunnable('covered-disputes', { merchantId: 'd.merchant_id', id: 'd.case_id' })}
  order by d.opened_at limit $2`
