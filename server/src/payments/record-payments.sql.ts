import type { Tx } from '../kernel/context.ts'
import { prepared } from '../kernel/database/prepared.ts'
import { SAME_MERCHANT } from '../kernel/database/same-merchant.ts'
import { sql } from '../kernel/database/sql.ts'
import { db } from '../kernel/database/tables.ts'
import type { Charge } from '../charges/charge.entity.ts'
import type { ClassifiedPayment } from './classify-payment.ts'

/** Opens a case for each held payment. */
export async function insertCases(tx: Tx, payments: ClassifiedPayment[], now: Date): Promise<void> {
  const rows = payments.flatMap((payment) => {
    if (payment.caseId === undefined) return []
    return {
      merchant_id: payment.merchantId,
      id: payment.caseId,
      kind: 'held_payment' as const,
      status: 'open' as const,
      charge_id: payment.charge?.id ?? null,
      order_reference: payment.charge?.orderReference ?? null,
      payment_id: payment.id,
      end_to_end_id: payment.endToEndId,
      amount_cents: payment.amountCents,
      held_pending_cents: 0n,
      held_available_cents: 0n,
      held_payer_cents: payment.amountCents,
      reserve_released_cents: 0n,
      fee_returned_cents: 0n,
      cover_cents: 0n,
      postings_count: 0,
      opened_at: now,
    }
  })
  if (rows.length > 0) await db(tx).insertInto('financial_case').values(rows).execute()
}

/** The rows that one batch writes besides journal entries, cases and events. */
export interface RecordedBatch {
  payments: ClassifiedPayment[]
  /** The id of each payment's first journal entry, by the id of the payment. */
  journalIds: ReadonlyMap<string, string>
  /** The charges with their new values. */
  charges: Charge[]
  now: Date
}

/** Inserts the payments, updates the charges and marks the inbox rows as done in one statement. */
export async function writeRecorded(tx: Tx, recorded: RecordedBatch): Promise<void> {
  const { payments, journalIds, charges, now } = recorded
  await sql(tx, WRITE_RECORDED, [
    now,
    JSON.stringify(payments.map((payment) => toPaymentRow(payment, journalIds.get(payment.id)))),
    JSON.stringify(charges.map(toRow)),
    payments.map((payment) => payment.inboxId),
    charges.map((charge) => charge.id),
  ])
}

const toRow = (charge: Charge) => ({
  merchant_id: charge.merchantId,
  id: charge.id,
  status: charge.status,
  fee_cents: text(charge.feeCents),
  net_cents: text(charge.netCents),
  reserve_cents: text(charge.reserveCents),
  pending_left_cents: text(charge.pendingLeftCents),
  reserve_left_cents: text(charge.reserveLeftCents),
  fee_left_cents: text(charge.feeLeftCents),
  paid_at: charge.paidAt,
  late_payment: charge.latePayment,
  end_to_end_id: charge.endToEndId,
  payments_count: charge.paymentsCount,
})

const toPaymentRow = (payment: ClassifiedPayment, journalId: string | undefined) => ({
  merchant_id: payment.merchantId,
  id: payment.id,
  charge_id: payment.charge?.id ?? null,
  end_to_end_id: payment.endToEndId,
  txid: payment.txid,
  amount_cents: text(payment.amountCents),
  classification: payment.classification,
  case_id: payment.caseId ?? null,
  journal_id: journalId,
  paid_at: payment.paidAt,
  pix_account_id: payment.pixAccountId,
})

const text = (cents: bigint | null): string | null => cents?.toString() ?? null

// The statement is raw SQL, because the query builder cannot type rows that PostgreSQL reads from JSON. The statement
// gets the ids in the JSON and also in an array. If the statement only joined the JSON, the planner might read every
// charge of the merchants. As in `isOneOf`, the subselect hides the number of ids from the planner.
const WRITE_RECORDED = prepared(`
  with paid as (
    update charge set
      status = given.status, fee_cents = given.fee_cents, net_cents = given.net_cents,
      reserve_cents = given.reserve_cents, pending_left_cents = given.pending_left_cents,
      reserve_left_cents = given.reserve_left_cents, fee_left_cents = given.fee_left_cents, paid_at = given.paid_at,
      late_payment = given.late_payment, end_to_end_id = given.end_to_end_id, payments_count = given.payments_count,
      updated_at = $1::timestamptz,
      issuing_until = case when given.status = 'created' then issuing_until end,
      next_check_at = case when given.status = 'created' then next_check_at end
    from jsonb_to_recordset($3::jsonb) as given (merchant_id uuid, id uuid, status text, fee_cents bigint,
      net_cents bigint, reserve_cents bigint, pending_left_cents bigint, reserve_left_cents bigint,
      fee_left_cents bigint, paid_at timestamptz, late_payment boolean, end_to_end_id text, payments_count integer)
    where charge.merchant_id ${SAME_MERCHANT} given.merchant_id and charge.id = any(array(select unnest($5::uuid[])))
      and charge.id = given.id),
  done as (
    update network_inbox set state = 'done', done_at = $1::timestamptz, last_error = null
    where id = any(array(select unnest($4::uuid[]))))
  insert into payment (merchant_id, id, charge_id, end_to_end_id, txid, amount_cents, classification, case_id,
    journal_id, paid_at, recorded_at, pix_account_id)
  select merchant_id, id, charge_id, end_to_end_id, txid, amount_cents, classification, case_id, journal_id, paid_at,
    $1::timestamptz, pix_account_id
  from jsonb_to_recordset($2::jsonb) as given (merchant_id uuid, id uuid, charge_id uuid, end_to_end_id text, txid text,
    amount_cents bigint, classification text, case_id uuid, journal_id uuid, paid_at timestamptz,
    pix_account_id text)`)
