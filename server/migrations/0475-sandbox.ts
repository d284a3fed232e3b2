import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/**
 * Adds the tables of the test environment. Only the sandbox database has rows in them. See decision 0485.
 */
export class AddSandbox extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const ACCOUNT = [
  `create table sandbox_account (
    merchant_id uuid primary key references merchant (id),
    clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0),
    target_offset_ms bigint check (target_offset_ms > clock_offset_ms),
    wakes integer not null default 0,
    next_run_at timestamptz(3) not null,
    lease_until timestamptz(3),
    used_at timestamptz(3) not null,
    created_at timestamptz(3) not null
  )`,
  ...comments('sandbox_account', 'The accounts of the test environment, with their clocks.', {
    clock_offset_ms: 'How far the clock of the account is ahead of real time.',
    target_offset_ms: 'The offset that a running advance of the clock has to reach. Null: no advance runs.',
    wakes: 'Counts the requests. A run of the jobs that overlapped a request is repeated.',
    next_run_at: 'When the jobs of the account run next, in real time.',
    lease_until: 'Until when one process runs the jobs of the account, in real time.',
    used_at: 'The last request of the account, in real time.',
  }),
  'create index sandbox_account_due on sandbox_account (next_run_at)',
  'grant select, insert, update on sandbox_account to pix_app',
]

const NETWORK = [
  `create table sandbox_cob (
    txid text primary key,
    merchant_id uuid not null references sandbox_account (merchant_id),
    status text not null check (status in ('active', 'removed')),
    amount_cents bigint not null check (amount_cents > 0),
    expires_in_seconds integer not null check (expires_in_seconds > 0),
    merchant_name text not null,
    return_outcome text not null check (return_outcome in ('returned', 'not_done', 'refused')),
    created_at timestamptz(3) not null
  )`,
  ...comments('sandbox_cob', 'The charges of the test network.', {
    status: 'active: the network accepts payments until the charge expires. removed: it accepts none.',
    return_outcome: 'How the returns of this charge end.',
  }),
  'create index sandbox_cob_merchant on sandbox_cob (merchant_id)',
  'grant select, insert, update on sandbox_cob to pix_app',
  `create table sandbox_pix (
    end_to_end_id text primary key,
    merchant_id uuid not null references sandbox_account (merchant_id),
    txid text not null references sandbox_cob (txid),
    amount_cents bigint not null check (amount_cents > 0),
    payer text not null check (payer in ('charge', 'other')),
    paid_at timestamptz(3) not null
  )`,
  ...comments('sandbox_pix', 'The payments of the test network.', {
    payer: 'charge: the payer of the charge. other: another person.',
  }),
  'create index sandbox_pix_charge on sandbox_pix (txid)',
  'create index sandbox_pix_merchant on sandbox_pix (merchant_id, paid_at)',
  'grant select, insert on sandbox_pix to pix_app',
  `create table sandbox_return (
    end_to_end_id text not null references sandbox_pix (end_to_end_id),
    id text not null,
    merchant_id uuid not null references sandbox_account (merchant_id),
    return_id text not null,
    amount_cents bigint not null check (amount_cents > 0),
    outcome text not null check (outcome in ('returned', 'not_done')),
    requested_at timestamptz(3) not null,
    primary key (end_to_end_id, id)
  )`,
  ...comments('sandbox_return', 'The returns (devoluções) of the test network.', {
    id: 'The id that the service chose.',
    return_id: 'The id that the network assigned (rtrId).',
    outcome: 'How the return ends, two seconds after the request.',
  }),
  'create index sandbox_return_merchant on sandbox_return (merchant_id)',
  'grant select, insert on sandbox_return to pix_app',
]

const STEP = [
  `create table sandbox_step (
    id uuid primary key,
    merchant_id uuid not null references sandbox_account (merchant_id),
    txid text not null references sandbox_cob (txid),
    action text not null check (action in ('pay', 'pay_other_amount', 'remove', 'dispute', 'accept', 'reject',
      'pay_out')),
    due_at timestamptz(3) not null,
    done_at timestamptz(3)
  )`,
  ...comments(
    'sandbox_step',
    'Actions that the test network takes by itself on charges whose amount is a published trigger.',
    { due_at: 'When the step runs, by the clock of the account.' },
  ),
  'create index sandbox_step_due on sandbox_step (merchant_id, due_at) where done_at is null',
  'grant select, insert, update on sandbox_step to pix_app',
]

const STATEMENTS = [...ACCOUNT, ...NETWORK, ...STEP]
