import { comments } from './comments.ts'

const CASE = [
  `create table financial_case (
    merchant_id uuid not null references merchant,
    id uuid not null,
    kind text not null check (kind in ('refund', 'dispute', 'held_payment', 'block')),
    status text not null check (status in ('open', 'released', 'returned')),
    charge_id uuid,
    order_reference text,
    payment_id uuid,
    refund_id uuid,
    end_to_end_id text,
    amount_cents bigint not null check (amount_cents > 0),
    cover_cents bigint not null default 0,
    held_pending_cents bigint not null check (held_pending_cents >= 0),
    held_available_cents bigint not null check (held_available_cents >= 0),
    held_payer_cents bigint not null check (held_payer_cents >= 0),
    reserve_released_cents bigint not null check (reserve_released_cents >= 0),
    fee_returned_cents bigint not null check (fee_returned_cents >= 0),
    postings_count integer not null default 0 check (postings_count >= 0),
    exception text,
    opened_at timestamptz(3) not null,
    closed_at timestamptz(3),
    primary key (merchant_id, id),
    foreign key (merchant_id, charge_id) references charge (merchant_id, id),
    check ((status = 'open') = (closed_at is null)),
    check (cover_cents >= 0 and cover_cents <= amount_cents),
    constraint financial_case_holds_no_more check (held_pending_cents + held_available_cents <= cover_cents),
    constraint financial_case_closed_is_empty check (
      status = 'open' or held_pending_cents + held_available_cents + held_payer_cents + cover_cents = 0)
  )`,
  ...comments(
    'financial_case',
    'Money that is blocked for a refund, for a dispute, or for a payment that is returned to its payer.',
    {
      status: 'released: the money went back to the merchant. returned: it went to the payer.',
      order_reference: 'Copy of charge.order_reference.',
      cover_cents: 'The amount that the case should hold. An open dispute that holds less is short.',
      held_pending_cents: 'Blocked money that was taken from pending.',
      held_available_cents: 'Blocked money that was taken from available.',
      held_payer_cents: 'Blocked money that belongs to the payer, such as a duplicate payment.',
      reserve_released_cents: 'Contract reserve that was returned to the charge for this case.',
      fee_returned_cents: 'Fee that was returned to the charge for this case.',
      postings_count: 'Number of entries posted for the case. Part of the dedupe key of the next entry.',
      exception: 'Why the open case waits for staff.',
    },
  ),
  // Index for the paged list of the cases of a merchant.
  'create index financial_case_list on financial_case (merchant_id, opened_at desc, id desc)',
  // Index for the paged list of the cases of all merchants.
  'create index financial_case_list_all on financial_case (opened_at desc, id desc)',
  // Finds the cases of a charge.
  `create index financial_case_by_charge on financial_case (merchant_id, charge_id)
    where charge_id is not null`,
  // Finds a case of any merchant by its id.
  'create index financial_case_by_id on financial_case (id)',
  // Finds the open disputes of a merchant, oldest first, whose holds can be filled with later money.
  `create index financial_case_short on financial_case (merchant_id, opened_at, id)
    where status = 'open' and kind = 'dispute'`,
  // Finds held payments to return.
  `create index financial_case_held on financial_case (opened_at)
    where status = 'open' and kind = 'held_payment'`,
  // Index for the paged list of the open disputes of all merchants.
  `create index financial_case_disputes on financial_case (opened_at desc, id desc)
    where kind = 'dispute' and status = 'open'`,
  'grant select, insert, update on financial_case to pix_app',
]

const PAYMENT = [
  `create table payment (
    merchant_id uuid not null references merchant,
    id uuid not null,
    charge_id uuid,
    end_to_end_id text not null,
    txid text,
    amount_cents bigint not null check (amount_cents > 0),
    classification text not null check (classification in
      ('primary', 'duplicate', 'amount_mismatch', 'after_final', 'unmatched')),
    case_id uuid,
    journal_id uuid not null,
    paid_at timestamptz(3) not null,
    recorded_at timestamptz(3) not null,
    settled_at timestamptz(3),
    primary key (merchant_id, id),
    constraint payment_end_to_end_id unique (merchant_id, end_to_end_id),
    foreign key (merchant_id, charge_id) references charge (merchant_id, id),
    foreign key (merchant_id, case_id) references financial_case (merchant_id, id),
    foreign key (merchant_id, journal_id) references journal_entry (merchant_id, id),
    check (classification = 'unmatched' or charge_id is not null)
  )`,
  ...comments(
    'payment',
    'Payments that arrived. A payment without a charge belongs to the service merchant.',
    {
      end_to_end_id: 'Id of the payment at the network.',
      txid: 'The id of a charge that the payment names. Null when it names none.',
      classification: 'primary: the payment that paid the charge. Every other payment is held and returned.',
      case_id: 'The case that holds the payment. Null for a primary payment.',
      journal_id: 'The entry that recorded the payment.',
      paid_at: 'When the payer paid, as the network reports it.',
      recorded_at: 'When the service recorded the payment.',
      settled_at: 'When the payment matched the list of the network.',
    },
  ),
  // Finds a payment by its end-to-end id, because returns and lists of the Pix network do not name the merchant.
  'create index payment_by_end_to_end_id on payment (end_to_end_id)',
  // Finds the payments of a charge.
  'create index payment_by_charge on payment (merchant_id, charge_id, paid_at)',
  // A charge has at most one primary payment.
  `create unique index payment_primary on payment (merchant_id, charge_id) where classification = 'primary'`,
  // Finds payments that the Pix network has not listed.
  'create index payment_unsettled on payment (recorded_at) where settled_at is null',
  'grant select, insert, update on payment to pix_app',
]

/** Cases and payments. A payment refers to the case that holds its money. */
export const PAYMENT_TABLES = [...CASE, ...PAYMENT]
