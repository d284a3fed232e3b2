import { emitSuspensionChange } from '../cases/emit-suspension-change.ts'
import { plusMs } from '../kernel/clock.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { sql } from '../kernel/sql.ts'
import { recordEvents } from '../webhooks/record-events.ts'
import { closeReleased } from './close-dispute.ts'
import { disputeEvent } from './dispute-events.ts'
import { lockDispute } from './disputed-payment.ts'

/** How long before the end of the time for evidence the merchant is reminded. */
const REMIND_MS = 86_400_000

interface Found {
  merchantId: string
  caseId: string
}

/** Reminds merchants by `dispute.deadline`, once for each dispute, `limit` at most. Answers how many were due. */
export async function tellDeadlines(ctx: Context, limit: number): Promise<number> {
  const due = await sql<Found>(
    ctx,
    `select merchant_id as "merchantId", case_id as "caseId" from dispute
     where status = 'open' and deadline_told_at is null and answer_until <= $1 order by answer_until limit $2`,
    [plusMs(ctx.clock.now(), REMIND_MS), limit],
  )
  for (const { merchantId, caseId } of due) {
    await transaction(ctx, async (tx) => {
      const locked = await lockDispute(tx, merchantId, caseId)
      const { dispute, money } = locked
      if (dispute.status !== 'open' || dispute.deadlineToldAt !== null) return
      const now = tx.clock.now()
      dispute.deadlineToldAt = now
      await tx.em.flush()
      await recordEvents(tx, merchantId, [disputeEvent('dispute.deadline', locked, money?.environment)], now)
    })
  }
  return due.length
}

/**
 * Ends the disputes, `limit` at most, that waited for a return of their payment and found nothing left after it.
 * Answers how many it looked at.
 */
export async function closeCovered(ctx: Context, limit: number): Promise<number> {
  const due = await sql<Found>(ctx, FIND_COVERED, [limit])
  for (const { merchantId, caseId } of due) {
    await transaction(ctx, async (tx) => {
      const locked = await lockDispute(tx, merchantId, caseId)
      if (locked.dispute.status !== 'open' || locked.financialCase.coverCents > 0n) return
      await emitSuspensionChange(tx, merchantId)
      await closeReleased(tx, locked, 'already_returned')
    })
  }
  return due.length
}

const FIND_COVERED = `
  select d.merchant_id as "merchantId", d.case_id as "caseId"
  from dispute d
  join financial_case f on f.merchant_id = d.merchant_id and f.id = d.case_id and f.status = 'open' and f.cover_cents = 0
  join payment p on p.merchant_id = d.merchant_id and p.id = d.payment_id
  left join charge c on c.merchant_id = p.merchant_id and c.id = p.charge_id
  left join financial_case held on held.merchant_id = p.merchant_id and held.id = p.case_id
  where d.status = 'open' and case p.classification when 'primary' then c.refunded_cents = c.amount_cents
    else held.status = 'returned' end
  order by d.opened_at limit $1`
