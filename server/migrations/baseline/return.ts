import { comments } from './comments.ts'

const REFUND = [
  `create table refund (
    merchant_id uuid not null references merchant,
    id uuid not null,
    charge_id uuid not null,
    case_id uuid not null,
    amount_cents bigint not null check (amount_cents > 0),
    status text not null check (status in ('processing', 'completed', 'failed')),
    reason text check (reason in
      ('requested_by_customer', 'duplicate', 'order_cancelled', 'fraud_suspected', 'other')),
    description text check (char_length(description) <= 140),
    metadata jsonb not null,
    failure_code text,
    return_id text,
    idempotency_key text not null,
    fingerprint bytea not null,
    requested_at timestamptz(3) not null,
    completed_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (merchant_id, id),
    constraint refund_idempotency_key unique (merchant_id, idempotency_key),
    foreign key (merchant_id, charge_id) references charge (merchant_id, id),
    foreign key (merchant_id, case_id) references financial_case (merchant_id, id),
    constraint refund_completed_says_when check ((status = 'completed') = (completed_at is not null)),
    constraint refund_failed_says_why check ((status = 'failed') = (failure_code is not null))
  )`,
  ...comments('refund', 'Refunds that merchants requested. The id without dashes is the id at the network.', {
    case_id: 'The case that holds the money.',
    failure_code: 'Why the refund failed.',
    return_id: 'The id that the network assigned (rtrId).',
    fingerprint: 'Digest of the request. A repeated idempotency key must have the same one.',
  }),
  // Lists the refunds of a charge.
  'create index refund_by_charge on refund (merchant_id, charge_id, requested_at desc, id desc)',
  // Finds a refund of any merchant by its id.
  'create index refund_by_id on refund (id)',
  // Finds a refund by the id of its return at the Pix network.
  'create index refund_by_return_id on refund (return_id) where return_id is not null',
  'grant select, insert, update on refund to pix_app',
]

const RETURN = [
  `create table network_return (
    merchant_id uuid not null references merchant,
    id uuid not null,
    case_id uuid,
    payment_id uuid not null,
    origin text not null check (origin in ('service', 'network')),
    end_to_end_id text not null,
    network_id text not null,
    amount_cents bigint not null check (amount_cents > 0),
    nature text not null,
    description text,
    state text not null check (state in ('asking', 'returned', 'failed')),
    return_id text,
    failure_code text,
    failure_reason text,
    book_error text,
    attempts integer not null check (attempts >= 0),
    next_attempt_at timestamptz(3) not null,
    requested_at timestamptz(3) not null,
    settled_at timestamptz(3),
    finished_at timestamptz(3),
    reconciled_at timestamptz(3),
    primary key (merchant_id, id),
    constraint network_return_once unique (merchant_id, end_to_end_id, network_id),
    foreign key (merchant_id, case_id) references financial_case (merchant_id, id),
    foreign key (merchant_id, payment_id) references payment (merchant_id, id),
    constraint network_return_case check (case_id is not null or origin = 'network'),
    constraint network_return_settled check ((state = 'asking') = (settled_at is null)),
    constraint network_return_failed_says_why check ((state = 'failed') = (failure_code is not null))
  )`,
  ...comments(
    'network_return',
    'Returns (devoluções) of payments, requested by the service or reported by the network.',
    {
      origin: 'network: the service did not request the return.',
      network_id: 'Id of the return for one payment. The requester chose it.',
      nature: 'The reason code of the return at the network.',
      state: 'asking: the network has not reported the outcome.',
      return_id: 'The id that the network assigned (rtrId).',
      failure_reason: 'The reason in the words of the network.',
      book_error: 'Why posting the outcome failed. The job tries again.',
      next_attempt_at: 'When the network is asked next.',
      settled_at: 'When the network carried out or refused the return.',
      finished_at: 'When the outcome was posted to the ledger.',
      reconciled_at: 'When the return matched the list of the network.',
    },
  ),
  // Makes sure that a case has at most one return that did not fail.
  `create unique index network_return_alive on network_return (merchant_id, case_id)
    where case_id is not null and state <> 'failed' and origin = 'service'`,
  // Finds the returns of a payment.
  'create index network_return_by_end_to_end_id on network_return (end_to_end_id)',
  // Finds a return by its id at the Pix network.
  'create index network_return_by_return_id on network_return (return_id) where return_id is not null',
  // Finds the returns that must be requested from the Pix network or whose state must be queried there.
  `create index network_return_due on network_return (next_attempt_at) where state = 'asking'`,
  // Finds returns whose outcome is not posted.
  `create index network_return_unfinished on network_return (settled_at)
    where state <> 'asking' and finished_at is null`,
  // Finds returns that were not yet compared with the PSP's record of the return.
  `create index network_return_unreconciled on network_return (finished_at)
    where state = 'returned' and finished_at is not null and reconciled_at is null`,
  // Finds returns whose outcome could not be posted, to open exceptions for them.
  `create index network_return_stuck on network_return (requested_at)
    where finished_at is null and book_error is not null`,
  'grant select, insert, update on network_return to pix_app',
]

const DISPUTE = [
  `create table dispute (
    merchant_id uuid not null references merchant,
    case_id uuid not null,
    payment_id uuid not null,
    charge_id uuid,
    origin text not null check (origin in ('staff', 'network')),
    nature text not null,
    policy text not null check (policy in ('service_advances', 'return_what_exists')),
    status text not null check (status in ('open', 'returning', 'closed')),
    description text,
    evidence text,
    evidence_at timestamptz(3),
    answer_until timestamptz(3) not null,
    deadline_told_at timestamptz(3),
    result text check (result in ('accepted', 'partly_accepted', 'rejected', 'cancelled', 'already_returned')),
    decided_cents bigint check (decided_cents >= 0),
    returned_by text check (returned_by in ('service', 'network')),
    returned_cents bigint not null check (returned_cents >= 0),
    opened_at timestamptz(3) not null,
    decided_at timestamptz(3),
    closed_at timestamptz(3),
    updated_at timestamptz(3) not null,
    primary key (merchant_id, case_id),
    foreign key (merchant_id, case_id) references financial_case (merchant_id, id),
    foreign key (merchant_id, payment_id) references payment (merchant_id, id),
    foreign key (merchant_id, charge_id) references charge (merchant_id, id),
    constraint dispute_closed_says_how check (
      (status = 'closed') = (closed_at is not null) and (status <> 'closed' or result is not null))
  )`,
  ...comments(
    'dispute',
    'Payments that their payers contest (MED). The case with the same id holds the money.',
    {
      nature: 'The reason code of the dispute at the network.',
      policy: 'Copy of charge.dispute_policy when the dispute was opened.',
      status: 'returning: the dispute is accepted, and the return is not recorded yet.',
      evidence: 'The answer of the merchant.',
      answer_until: 'Deadline of the answer.',
      deadline_told_at: 'When the event dispute.deadline was emitted.',
      decided_cents: 'The amount that the decision grants to the payer.',
      returned_by:
        'network: the bank returns the money by its own process, and the service requests nothing.',
      returned_cents: 'The amount that was returned to the payer.',
    },
  ),
  // Makes sure that a payment has at most one dispute that is not closed.
  `create unique index dispute_one_open on dispute (merchant_id, payment_id) where status <> 'closed'`,
  // Finds the disputes of a charge.
  'create index dispute_by_charge on dispute (merchant_id, charge_id) where charge_id is not null',
  // Finds the disputes whose deadline approaches.
  `create index dispute_due_answer on dispute (answer_until)
    where status = 'open' and deadline_told_at is null`,
  'grant select, insert, update on dispute to pix_app',
]

/** Refunds, the returns that carry out refunds at the Pix network, and disputes. */
export const RETURN_TABLES = [...REFUND, ...RETURN, ...DISPUTE]
