import type { Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { sql } from '../kernel/database/sql.ts'
import type { AccountCode } from '../ledger/chart.ts'
import { postEntries, type Entry } from '../ledger/post-entries.ts'
import type { ExceptionKind, ExceptionRemedy, ReconciliationException } from './exception.entity.ts'

/** The remedies allowed for each kind of exception. */
const REMEDIES: Record<ExceptionKind, readonly ExceptionRemedy[]> = {
  amount_differs: ['none', 'settle_as_recorded', 'settle_as_listed'],
  missing_at_network: ['none', 'settle_as_recorded'],
  return_differs: ['none', 'settle_as_recorded', 'settle_as_listed'],
  payment_not_recorded: ['none', 'try_again'],
  return_not_recorded: ['none', 'try_again'],
}

/**
 * Applies the remedy that staff chose. The caller holds the locks of the ledger and the exception. `settle_as_recorded`
 * means that the bank moved the recorded amount. `settle_as_listed` means that it moved the amount in the network's
 * record: the service bears the difference. Returns the id of the posted entry, or null.
 * @throws Problem conflict: reason `remedy_not_possible` (not allowed for this kind, or the network listed no amount),
 *   `already_settled`.
 */
export async function applyRemedy(
  tx: Tx,
  exception: ReconciliationException,
  remedy: ExceptionRemedy,
): Promise<string | null> {
  if (!REMEDIES[exception.kind].includes(remedy)) throw refused('remedy_not_possible')
  if (exception.kind === 'payment_not_recorded' || exception.kind === 'return_not_recorded') {
    await retryRecording(tx, exception, remedy === 'try_again')
    return null
  }
  if (remedy === 'none') return null
  const listed = exception.details[exception.kind === 'return_differs' ? 'network_cents' : 'listed_cents']
  if (remedy === 'settle_as_listed' && (listed === undefined || !/^\d+$/.test(listed)))
    throw refused('remedy_not_possible')
  const bankCents = remedy === 'settle_as_listed' ? BigInt(listed ?? '') : null
  return exception.kind === 'return_differs'
    ? settleReturn(tx, exception, bankCents)
    : settlePayment(tx, exception, bankCents)
}

const refused = (reason: string): Problem => new Problem('conflict', { reason })

interface Unsettled {
  id: string
  chargeId: string | null
  caseId: string | null
  amountCents: bigint
  at: Date
}

async function settlePayment(
  tx: Tx,
  { merchantId, endToEndId }: ReconciliationException,
  bankCents: bigint | null,
): Promise<string> {
  const now = tx.clock.now()
  const [payment] = await sql<Unsettled>(
    tx,
    `update payment set settled_at = $3 where merchant_id = $1 and end_to_end_id = $2 and settled_at is null
     returning id, charge_id as "chargeId", null as "caseId", amount_cents as "amountCents", paid_at as at`,
    [merchantId, endToEndId, now],
  )
  if (!payment) throw refused('already_settled')
  await sql(tx, `update network_listing set state = 'settled' where end_to_end_id = $1`, [endToEndId])
  return post(tx, merchantId, {
    ...entryHead(merchantId, payment),
    eventType: 'provider.settled',
    dedupeKey: `provider.settled:${endToEndId}`,
    lines: lines(payment.amountCents, bankCents, { owed: 'provider_clearing', side: 'in' }).map((line) => ({
      ...line,
      paymentId: payment.id,
    })),
  })
}

async function settleReturn(
  tx: Tx,
  { merchantId, endToEndId, subject }: ReconciliationException,
  bankCents: bigint | null,
): Promise<string> {
  const [returned] = await sql<Unsettled & { paymentId: string }>(
    tx,
    `update network_return n set reconciled_at = $4 from payment p
     where n.merchant_id = $1 and n.end_to_end_id = $2 and n.network_id = $3 and n.state = 'returned'
       and n.finished_at is not null and n.reconciled_at is null and p.merchant_id = n.merchant_id and p.id = n.payment_id
     returning n.id, n.payment_id as "paymentId", p.charge_id as "chargeId", n.case_id as "caseId",
       n.amount_cents as "amountCents", n.settled_at as at`,
    [merchantId, endToEndId, subject, tx.clock.now()],
  )
  if (!returned) throw refused('already_settled')
  const { id, paymentId, caseId } = returned
  const about = { paymentId, ...(caseId === null ? {} : { caseId }) }
  return post(tx, merchantId, {
    ...entryHead(merchantId, returned),
    eventType: 'provider.return_settled',
    dedupeKey: `provider.return_settled:${id}`,
    lines: lines(returned.amountCents, bankCents, { owed: 'payer_returns', side: 'out' }).map((line) => ({
      ...line,
      ...about,
    })),
  })
}

const entryHead = (merchantId: string, { chargeId, at }: Unsettled) => ({
  source:
    chargeId === null
      ? { type: 'gateway' as const, id: merchantId }
      : { type: 'charge' as const, id: chargeId },
  economicAt: at,
  ...(chargeId === null ? {} : { chargeId }),
})

const debit = (code: AccountCode, cents: bigint) => ({ code, debitCents: cents })
const credit = (code: AccountCode, cents: bigint) => ({ code, creditCents: cents })

/**
 * Builds the lines: the recorded amount on `owed`, the amount that the bank moved on `bank`, and the difference on
 * `provider_cost`.
 */
function lines(
  recordedCents: bigint,
  bankCents: bigint | null,
  { owed, side }: { owed: AccountCode; side: 'in' | 'out' },
): Entry['lines'] {
  const moved = bankCents ?? recordedCents
  const costCents = side === 'in' ? recordedCents - moved : moved - recordedCents
  return [
    ...(side === 'in'
      ? [debit('bank', moved), credit(owed, recordedCents)]
      : [debit(owed, recordedCents), credit('bank', moved)]),
    ...(costCents > 0n ? [debit('provider_cost', costCents)] : []),
    ...(costCents < 0n ? [credit('provider_cost', -costCents)] : []),
  ]
}

async function post(tx: Tx, merchantId: string, entry: Entry): Promise<string> {
  const [posted] = await postEntries(tx, merchantId, [entry], tx.clock.now())
  if (!posted || posted.replayed) throw refused('already_settled')
  return posted.journalId
}

/**
 * With `retry`, schedules the parked inbox row or the unposted return for an immediate attempt. Without it, the row
 * stays parked and only `next_attempt_at` changes.
 */
async function retryRecording(
  tx: Tx,
  { kind, merchantId, endToEndId, subject }: ReconciliationException,
  retry: boolean,
): Promise<void> {
  const now = tx.clock.now()
  await sql(
    tx,
    `update network_inbox set next_attempt_at = $3, state = case when $4 then 'waiting' else state end,
       attempts = case when $4 then 0 else attempts end
     where end_to_end_id = $1 and state = 'parked'
       and case kind when 'pix' then $2 = $1 else split_part(dedupe_key, ':', -2) = $2 end`,
    [endToEndId, subject, now, retry],
  )
  if (kind === 'return_not_recorded' && retry)
    await sql(
      tx,
      `update network_return set next_attempt_at = $4, attempts = 0, book_error = null
       where merchant_id = $1 and end_to_end_id = $2 and network_id = $3 and finished_at is null`,
      [merchantId, endToEndId, subject, now],
    )
}
