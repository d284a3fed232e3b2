import type { Tx } from '../kernel/context.ts'
import { prepared } from '../kernel/database/prepared.ts'
import { sql } from '../kernel/database/sql.ts'
import type { Charge } from '../charges/charge.entity.ts'
import { chargeOf, OF_MERCHANT, type ChargeRow } from '../charges/charge-row.ts'
import type { ClassifiedPayment, InboxPayment } from './classified-payment.ts'

/**
 * Hides the length of an array of ids from the planner, so it keeps the cached generic plan. If it knew the length, it
 * would estimate a custom plan as slightly cheaper and plan the statement at each execution.
 */
const hiddenLength = (parameter: string): string => `array(select unnest(${parameter}::uuid[]))`

/** Locks the inbox rows that still wait. Leaves out rows that another process has locked or recorded. */
export async function lockInbox(tx: Tx, payments: InboxPayment[]): Promise<InboxPayment[]> {
  const rows = await sql<{ id: string }>(tx, LOCK_INBOX, [payments.map((payment) => payment.inboxId)])
  const locked = new Set(rows.map((row) => row.id))
  return payments.filter((payment) => locked.has(payment.inboxId))
}

const LOCK_INBOX = prepared(`
  select id from network_inbox where id = any(${hiddenLength('$1')}) and state = 'waiting' order by id for update skip locked`)

/** Locks the charges of the payments in the order of their ids, which prevents deadlocks. Returns them by id. */
export async function lockCharges(
  tx: Tx,
  merchantId: string,
  payments: InboxPayment[],
): Promise<Map<string, Charge>> {
  const ids = payments.flatMap((payment) => payment.chargeId ?? [])
  const rows = await sql<ChargeRow>(tx, LOCK_CHARGES, [merchantId, ids])
  return new Map(rows.map((row) => chargeOf(row)).map((charge) => [charge.id, charge]))
}

const LOCK_CHARGES = prepared(
  `select * from charge where ${OF_MERCHANT} and id = any(${hiddenLength('$2')}) order by id for no key update`,
)

export async function insertCases(
  tx: Tx,
  merchantId: string,
  payments: ClassifiedPayment[],
  now: Date,
): Promise<void> {
  const held = payments.filter((payment) => payment.caseId !== undefined)
  if (held.length === 0) return
  await sql(tx, INSERT_CASES, [
    merchantId,
    held.map((payment) => payment.caseId ?? null),
    held.map((payment) => payment.charge?.id ?? null),
    held.map((payment) => payment.charge?.orderReference ?? null),
    held.map((payment) => payment.id),
    held.map((payment) => payment.endToEndId),
    held.map((payment) => payment.amountCents),
    now,
  ])
}

const INSERT_CASES = `
  insert into financial_case (merchant_id, id, kind, status, charge_id, order_reference, payment_id, end_to_end_id,
    amount_cents, held_pending_cents, held_available_cents, held_payer_cents, reserve_released_cents, fee_returned_cents,
    opened_at)
  select $1, id, 'held_payment', 'open', charge_id, order_reference, payment_id, end_to_end_id, amount_cents, 0, 0,
    amount_cents, 0, 0, $8
  from unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::bigint[])
    as held (id, charge_id, order_reference, payment_id, end_to_end_id, amount_cents)`

/** The rows that one batch writes besides journal entries, cases and events. */
export interface RecordedBatch {
  payments: ClassifiedPayment[]
  /** The id of each payment's first journal entry. */
  journalIds: string[]
  /** The charges, already updated in memory. */
  charges: Charge[]
  now: Date
}

/** Inserts the payments, updates the charges and marks the inbox rows as done, all in one statement. */
export async function writeRecorded(tx: Tx, merchantId: string, recorded: RecordedBatch): Promise<void> {
  const { payments, journalIds, charges, now } = recorded
  await sql(tx, WRITE_RECORDED, [
    merchantId,
    JSON.stringify(payments.map((payment, n) => toPaymentRow(payment, journalIds[n]))),
    now,
    JSON.stringify(charges.map(toRow)),
    payments.map((payment) => payment.inboxId),
    charges.map((charge) => charge.id),
  ])
}

const toRow = (charge: Charge) => ({
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
  id: payment.id,
  charge_id: payment.charge?.id ?? null,
  end_to_end_id: payment.endToEndId,
  txid: payment.txid,
  amount_cents: text(payment.amountCents),
  classification: payment.classification,
  case_id: payment.caseId ?? null,
  journal_id: journalId,
  paid_at: payment.paidAt,
})

const text = (cents: bigint | null): string | null => cents?.toString() ?? null

// The ids are also passed as an array: with the join alone the planner may read every charge of the merchant.
const WRITE_RECORDED = prepared(`
  with paid as (
    update charge set
      status = given.status, fee_cents = given.fee_cents, net_cents = given.net_cents,
      reserve_cents = given.reserve_cents, pending_left_cents = given.pending_left_cents,
      reserve_left_cents = given.reserve_left_cents, fee_left_cents = given.fee_left_cents, paid_at = given.paid_at,
      late_payment = given.late_payment, end_to_end_id = given.end_to_end_id, payments_count = given.payments_count,
      updated_at = $3::timestamptz,
      issuing_until = case given.status when 'created' then issuing_until end,
      next_check_at = case given.status when 'created' then next_check_at end
    from jsonb_to_recordset($4::jsonb) as given (id uuid, status text, fee_cents bigint, net_cents bigint,
      reserve_cents bigint, pending_left_cents bigint, reserve_left_cents bigint, fee_left_cents bigint,
      paid_at timestamptz, late_payment boolean, end_to_end_id text, payments_count integer)
    where ${OF_MERCHANT} and charge.id = any(${hiddenLength('$6')}) and charge.id = given.id),
  done as (
    update network_inbox set state = 'done', done_at = $3::timestamptz, last_error = null
    where id = any(${hiddenLength('$5')}))
  insert into payment (merchant_id, id, charge_id, end_to_end_id, txid, amount_cents, classification, case_id,
    journal_id, paid_at, recorded_at)
  select $1::uuid, id, charge_id, end_to_end_id, txid, amount_cents, classification, case_id, journal_id, paid_at,
    $3::timestamptz
  from jsonb_to_recordset($2::jsonb) as given (id uuid, charge_id uuid, end_to_end_id text, txid text,
    amount_cents bigint, classification text, case_id uuid, journal_id uuid, paid_at timestamptz)`)
