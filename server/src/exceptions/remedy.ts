import { networkReturnId } from '../inbox/network-inbox.ts'
import type { Tx } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { db } from '../kernel/database/tables.ts'
import { clearingOf, type LedgerCode } from '../ledger/chart.ts'
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
 * Applies the remedy that staff chose. The caller must have locked the ledger and the exception. `settle_as_recorded`
 * means that the bank moved the recorded amount. `settle_as_listed` means that the bank moved the amount in the
 * network's list; the service then bears the difference. Returns the id of the posted entry, or null.
 * @throws Problem conflict, reason `remedy_not_possible`: the kind of the exception does not allow the remedy, or the
 * network listed no amount.
 * @throws Problem conflict, reason `already_settled`.
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

async function settlePayment(
  tx: Tx,
  { merchantId, endToEndId }: ReconciliationException,
  bankCents: bigint | null,
): Promise<string> {
  const payment = await db(tx)
    .updateTable('payment')
    .set({ settled_at: tx.clock.now() })
    .where('merchant_id', '=', merchantId)
    .where('end_to_end_id', '=', endToEndId)
    .where('settled_at', 'is', null)
    .returning([
      'id',
      'charge_id as chargeId',
      'amount_cents as amountCents',
      'paid_at as at',
      'pix_account_id as pixAccountId',
    ])
    .executeTakeFirst()
  if (!payment) throw refused('already_settled')
  await db(tx)
    .updateTable('network_listing')
    .set({ state: 'settled' })
    .where('end_to_end_id', '=', endToEndId)
    .execute()
  return post(tx, merchantId, {
    ...entryHead(merchantId, payment),
    eventType: 'provider.settled',
    dedupeKey: `provider.settled:${endToEndId}`,
    lines: lines(payment.amountCents, bankCents, { owed: clearingOf(payment.pixAccountId), side: 'in' }).map(
      (line) => ({
        ...line,
        paymentId: payment.id,
      }),
    ),
  })
}

async function settleReturn(
  tx: Tx,
  { merchantId, endToEndId, subject }: ReconciliationException,
  bankCents: bigint | null,
): Promise<string> {
  const returned = await db(tx)
    .updateTable('network_return as n')
    .from('payment as p')
    .set({ reconciled_at: tx.clock.now() })
    .where('n.merchant_id', '=', merchantId)
    .where('n.end_to_end_id', '=', endToEndId)
    .where('n.network_id', '=', subject)
    .where('n.state', '=', 'returned')
    .where('n.finished_at', 'is not', null)
    .where('n.reconciled_at', 'is', null)
    .whereRef('p.merchant_id', '=', 'n.merchant_id')
    .whereRef('p.id', '=', 'n.payment_id')
    .returning((eb) => [
      'n.id',
      'n.payment_id as paymentId',
      'p.charge_id as chargeId',
      'n.case_id as caseId',
      'n.amount_cents as amountCents',
      eb.ref('n.settled_at').$notNull().as('at'),
    ])
    .executeTakeFirst()
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

const entryHead = (merchantId: string, { chargeId, at }: { chargeId: string | null; at: Date }) => ({
  source:
    chargeId === null
      ? { type: 'gateway' as const, id: merchantId }
      : { type: 'charge' as const, id: chargeId },
  economicAt: at,
  ...(chargeId === null ? {} : { chargeId }),
})

const debit = (code: LedgerCode, cents: bigint) => ({ code, debitCents: cents })
const credit = (code: LedgerCode, cents: bigint) => ({ code, creditCents: cents })

/**
 * Builds the journal lines: the recorded amount on the ledger account `owed`, the moved amount on `bank`, and the
 * difference on `provider_cost`.
 */
function lines(
  recordedCents: bigint,
  bankCents: bigint | null,
  { owed, side }: { owed: LedgerCode; side: 'in' | 'out' },
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
 * With `retry`, makes the parked inbox row or the unposted return due immediately. Without `retry`, the row stays
 * parked and only `next_attempt_at` changes.
 */
async function retryRecording(
  tx: Tx,
  { kind, merchantId, endToEndId, subject }: ReconciliationException,
  retry: boolean,
): Promise<void> {
  const now = tx.clock.now()
  await db(tx)
    .updateTable('network_inbox')
    .set({ next_attempt_at: now, ...(retry && ({ state: 'waiting', attempts: 0 } as const)) })
    .where('end_to_end_id', '=', endToEndId)
    .where('state', '=', 'parked')
    .where((eb) =>
      eb.or([
        eb('kind', '=', 'pix').and('end_to_end_id', '=', subject),
        eb('kind', '=', 'devolucao').and(networkReturnId('dedupe_key'), '=', subject),
      ]),
    )
    .execute()
  if (kind === 'return_not_recorded' && retry)
    await db(tx)
      .updateTable('network_return')
      .set({ next_attempt_at: now, attempts: 0, book_error: null })
      .where('merchant_id', '=', merchantId)
      .where('end_to_end_id', '=', endToEndId)
      .where('network_id', '=', subject)
      .where('finished_at', 'is', null)
      .execute()
}
