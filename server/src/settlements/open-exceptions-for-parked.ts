import { emitSuspensionChange } from '../suspension/emit-suspension-change.ts'
import { chargeIdIn } from '../charges/charge-row.ts'
import { transaction, type Context } from '../kernel/context.ts'
import { eachDueRow, isRunnable, type FindParameters } from '../kernel/jobs/each-due.ts'
import type { DueRow } from '../kernel/jobs/job-failure.ts'
import { sql } from '../kernel/database/sql.ts'
import { lockLedger } from '../ledger/post-entries.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import type { ExceptionKind } from '../exceptions/exception.entity.ts'
import { openException } from '../exceptions/exceptions.ts'

interface Parked {
  merchantId: string
  /** Id of the inbox row, or of the return. */
  id: string
  kind: ExceptionKind
  subject: string
  endToEndId: string
  paymentId: string | null
  receivedCents: bigint
  recordedCents: bigint | null
  paidAt: Date
}

/** Failed attempts to post a return of the network before an exception is opened. */
const POST_ATTEMPTS = 5

const JOB = 'parked'
const JOB_CLOSING = 'parked-recorded'

/**
 * Opens an exception for each payment and return of the network that could not be recorded, in batches of `limit`.
 * Closes the exceptions whose payment or return has been recorded since. A missing return suspends payouts, because the
 * merchant has less money than the ledger shows. Returns how many exceptions were opened.
 */
export async function openExceptionsForParked(ctx: Context, limit: number): Promise<number> {
  const findParked = (first: FindParameters) =>
    sql<Parked>(ctx, PARKED, [...first, SERVICE_MERCHANT_ID, POST_ATTEMPTS])
  const findRecorded = (first: FindParameters) => sql<DueRow>(ctx, RECORDED, first)
  const opened = await eachDueRow(ctx, { job: JOB, limit, find: findParked }, (one) => openFor(ctx, one))
  await eachDueRow(ctx, { job: JOB_CLOSING, limit, find: findRecorded }, (one) => close(ctx, one))
  return opened
}

function openFor(ctx: Context, parked: Parked): Promise<void> {
  const { merchantId, kind, subject, endToEndId, paymentId } = parked
  const details = {
    received_cents: parked.receivedCents.toString(),
    ...(parked.recordedCents === null ? {} : { recorded_cents: parked.recordedCents.toString() }),
    paid_at: parked.paidAt.toISOString(),
  }
  return transaction(ctx, async (tx) => {
    const now = tx.clock.now()
    await lockLedger(tx, merchantId)
    await emitSuspensionChange(tx, merchantId)
    await openException(tx, merchantId, { kind, subject, endToEndId, paymentId, details, reopen: true }, now)
  })
}

function close(ctx: Context, { merchantId, id }: DueRow): Promise<void> {
  return transaction(ctx, async (tx) => {
    await lockLedger(tx, merchantId)
    await emitSuspensionChange(tx, merchantId)
    await sql(tx, CLOSE, [merchantId, id, tx.clock.now(), tx.actor])
  })
}

// An inbox row that was parked again after its exception was closed is selected again. The network's id of a return is
// the second last part of `dedupe_key`, counted from the end because the end-to-end id before it may contain colons.
const PARKED = `
  select * from (
    select coalesce(p.merchant_id, c.merchant_id, $4::uuid) as "merchantId", n.id,
      case n.kind when 'pix' then 'payment_not_recorded' else 'return_not_recorded' end as kind,
      case n.kind when 'pix' then n.end_to_end_id else split_part(n.dedupe_key, ':', -2) end as subject,
      n.end_to_end_id as "endToEndId", p.id as "paymentId", n.amount_cents as "receivedCents",
      r.amount_cents as "recordedCents", n.paid_at as "paidAt", n.next_attempt_at as since, n.received_at as at
    from network_inbox n
    left join charge c on c.id = ${chargeIdIn('n.txid')}
    left join payment p on p.end_to_end_id = n.end_to_end_id
    left join network_return r on n.kind = 'devolucao' and r.end_to_end_id = n.end_to_end_id
      and r.network_id = split_part(n.dedupe_key, ':', -2)
    where n.state = 'parked'
    union all
    select r.merchant_id, r.id, 'return_not_recorded', r.network_id, r.end_to_end_id, r.payment_id, r.amount_cents, null,
      r.settled_at, r.settled_at, r.requested_at
    from network_return r where r.finished_at is null and r.book_error is not null and r.attempts >= $5) parked
  where not exists (select from reconciliation_exception x where x.merchant_id = parked."merchantId"
    and x.kind = parked.kind and x.subject = parked.subject and (x.state = 'open' or x.closed_at >= parked.since))
    and ${isRunnable(JOB, { merchantId: 'parked."merchantId"', id: 'parked.id' })}
  order by at limit $2`

const RECORDED = `
  select x.merchant_id as "merchantId", x.id from reconciliation_exception x
  where x.state = 'open' and case x.kind
    when 'payment_not_recorded' then exists (select from payment p where p.end_to_end_id = x.end_to_end_id)
    when 'return_not_recorded' then exists (select from network_return r
        where r.end_to_end_id = x.end_to_end_id and r.network_id = x.subject and r.finished_at is not null)
      and not exists (select from network_inbox n where n.state = 'parked' and n.kind = 'devolucao'
        and n.end_to_end_id = x.end_to_end_id and split_part(n.dedupe_key, ':', -2) = x.subject)
    else false end
    and ${isRunnable(JOB_CLOSING, { merchantId: 'x.merchant_id', id: 'x.id' })}
  order by x.opened_at limit $2`

const CLOSE = `
  update reconciliation_exception set state = 'closed', closed_at = $3, closed_by = $4,
    resolution = 'Foi registrado.', remedy = 'none'
  where merchant_id = $1 and id = $2 and state = 'open'`
