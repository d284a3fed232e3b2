import { ENTRY_TYPES } from '../../src/ledger/entry-types.ts'

/**
 * Creates the functions and tables of the load. `bench_uuid` returns a UUIDv7 with the given time; it is deterministic
 * for a seed.
 */
export const PREPARE = `
  create function bench_uuid(at timestamptz, seed text) returns uuid language sql immutable as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(seed), 1, 3) || 'a'
      || substr(md5(seed), 4, 15))::uuid $$;
  create function bench_line(code text, debit bigint, charge uuid, payment uuid) returns jsonb
  language sql immutable as $$
    select jsonb_build_object('code', code, 'debit', greatest(debit, 0)::text, 'credit', greatest(-debit, 0)::text,
      'charge_id', charge, 'payment_id', payment, 'case_id', null, 'payout_id', null) $$;
  create unlogged table bench_payer (n integer primary key, name text, search text, hash text, words jsonb);
  create unlogged table bench_charge (merchant_id uuid, n bigint, id uuid, status text, template_status text,
    amount bigint, fee bigint, at timestamptz(3), payer integer, e2e text, event_id text, payment_id uuid, has_event boolean,
    primary key (merchant_id, n));
  insert into network_sweep (name, swept_until, finished_at) values ('received', now(), now())
    on conflict (name) do update set swept_until = excluded.swept_until`

export const ADD_PAYERS = `
  insert into bench_payer select * from jsonb_to_recordset($1::jsonb)
    as given (n integer, name text, search text, hash text, words jsonb)`

/**
 * Plans the charges of merchant `$1` between the times `$3` and `$4`. Six of ten are paid; the others are expired,
 * pending, cancelled or failed. The charges since `$6` have events, except pending charges.
 */
export const PLAN = `
  insert into bench_charge
  select merchant_id, n, id, status, case status when 'paid' then 'paid' else 'pending' end, amount,
    (amount * 200 + 5000) / 10000, at, (n * 31) % $5::integer,
    case status when 'paid' then 'E' || right(replace(id::text, '-', ''), 31) end,
    'evt_' || upper(left(replace(bench_uuid(at, id || 'event')::text, '-', ''), 26)),
    case status when 'paid' then bench_uuid(at, id || 'payment') end, status <> 'pending' and at >= $6
  from (
    select $1::uuid as merchant_id, n, bench_uuid(at, $1 || '/' || n) as id, 500 + (n * 7919) % 50000 as amount, at,
      case when n % 97 = 0 then 'failed' else (array['paid', 'expired', 'paid', 'paid', 'pending', 'paid', 'expired',
        'paid', 'cancelled', 'paid'])[1 + n % 10] end as status
    from generate_series(0::bigint, $2::integer - 1) n,
      lateral (select ($3::timestamptz + n * (($4::timestamptz - $3::timestamptz) / $2::integer))::timestamptz(3)) time (at)
  ) planned`

/**
 * SQL expressions for columns that occur in several copied tables. In the statements, `b` is the planned charge, `t`
 * the copied row, and `p` the payer.
 */
export const SHARED = {
  merchant_id: 'b.merchant_id',
  charge_id: 'b.id',
  correlation_id: 'b.id',
  amount_cents: 'b.amount',
  end_to_end_id: 'b.e2e',
  endpoint_id: '(select e.id from webhook_endpoint e where e.merchant_id = b.merchant_id)',
  event_id: 'b.event_id',
  event_type: `'charge.' || b.status`,
}

/**
 * The start of the FROM clause of each `insert … select`: every planned charge `b` with its payer `p`, and an
 * existing charge `template` of the same status. The caller adds a join that reads the rows to copy: the template's
 * rows in the table of the insert, under the alias `t`.
 */
export const SOURCE = `
  from bench_charge b join bench_payer p on p.n = b.payer
  join charge template on template.merchant_id = $2 and template.status = b.template_status`
export const SHIFT = '(b.at - template.created_at)'

const order = `'carga-' || right(b.merchant_id::text, 6) || '-' || b.n`

export const CHARGE = {
  id: 'b.id',
  order_reference: order,
  idempotency_key: order,
  status: 'b.status',
  failure_code: `case b.status when 'failed' then 'payer_incomplete' end`,
  // These columns of the copied charge are null if it has no payment. Then the expressions that use these columns are
  // null, too.
  fee_cents: 't.fee_cents * 0 + b.fee',
  net_cents: 't.net_cents * 0 + b.amount - b.fee',
  fee_left_cents: 'least(t.fee_left_cents, 1) * b.fee',
  pending_left_cents: '0',
  expires_at: `b.at + case b.status when 'failed' then null when 'pending' then interval '400 days'
    when 'expired' then interval '30 s' else interval '1 hour' end`,
  cancelled_at: `case b.status when 'cancelled' then b.at + interval '1 min' end`,
  qr_code_payload: `case when b.status <> 'failed' then t.qr_code_payload end`,
  payer_name: 'p.name',
  payer_name_search: 'p.search',
  // Copies have no CPF, because an encrypted CPF can be decrypted only for its own charge. The search needs only the
  // hash of the CPF.
  payer_document_box: 'null',
  payer_document_key_id: 'null',
  payer_document_hash: `decode(p.hash, 'hex')`,
}

export const WORDS = `
  insert into charge_name_word (merchant_id, word, rest, created_at, charge_id)
  select b.merchant_id, w.word, w.rest, b.at, b.id from bench_charge b join bench_payer p on p.n = b.payer
  cross join jsonb_to_recordset(p.words) as w (word text, rest text) where b.merchant_id = $1`

const line = (code: string, debit: string): string => `bench_line('${code}', ${debit}, b.id, b.payment_id)`
const entry = (part: number, type: keyof typeof ENTRY_TYPES, key: string, lines: string[]): string =>
  `(${part}, '${type}', '${ENTRY_TYPES[type]}', ${key}, jsonb_build_array(${lines.join(', ')}))`

/**
 * The three journal entries of a sale: paid, settled by the PSP, made available. A debit with a negative amount is a
 * credit.
 */
const ENTRIES = [
  entry(0, 'charge.paid', `'charge.paid:' || b.e2e`, [
    line('pending', 'b.fee - b.amount'),
    line('provider_clearing', 'b.amount'),
    line('fee_revenue', '-b.fee'),
  ]),
  entry(1, 'provider.settled', `'provider.settled:' || b.e2e`, [
    line('bank', 'b.amount'),
    line('provider_clearing', '-b.amount'),
  ]),
  entry(2, 'gateway.funds_available', `'funds_available:' || b.id`, [
    line('pending', 'b.amount - b.fee'),
    line('available', 'b.fee - b.amount'),
  ]),
]

/**
 * Selects the charges of each call of `post_entries`: at most those of one week, because a call posts all its entries
 * with one posting time.
 */
export const BATCHES = `
  select min(n) as first, max(n) as last from bench_charge where merchant_id = $1 and status = 'paid'
  group by date_trunc('week', at), n / 160 order by first`

/** Posts the entries of the paid charges `$2` to `$3` of merchant `$1`. */
export const POST = `
  with sale as materialized (
    select * from bench_charge where merchant_id = $1 and n between $2::bigint and $3::bigint and status = 'paid')
  select count(*) from post_entries($1, (select max(at) from sale), (
    select jsonb_agg(jsonb_build_object('id', bench_uuid(b.at, b.id::text || e.part), 'event_type', e.type,
      'description', e.description, 'source_type', 'charge', 'source_id', b.id, 'dedupe_key', e.key, 'reverses_id', null,
      'economic_at', b.at, 'actor', 'job:inbox', 'correlation_id', b.id, 'lines', e.lines) order by b.n, e.part)
    from sale b cross join lateral (values ${ENTRIES.join(', ')}) as e (part, type, description, key, lines)))`

export const PAYMENT = {
  id: 'b.payment_id',
  txid: `replace(b.id::text, '-', '')`,
  journal_id: `bench_uuid(b.at, b.id || '0')`,
  settled_at: 'b.at',
}

export const EVENT = {
  id: 'b.event_id',
  type: SHARED.event_type,
  body: `(t.body::jsonb || jsonb_build_object('id', b.event_id, 'type', ${SHARED.event_type}, 'created_at', b.at, 'data',
    t.body::jsonb -> 'data' || jsonb_build_object('charge_id', b.id, 'amount_cents', b.amount::text,
    'order_reference', ${order})))::text`,
  source_id: 'b.id::text',
}

/**
 * Returns an SQL expression that is `yes` for every fiftieth charge, and `no` for the others. In the data set, the
 * delivery of every fiftieth charge has failed permanently.
 */
const failed = (yes: string, no: string): string => `case when b.n % 50 = 1 then ${yes} else ${no} end`

export const DELIVERY = {
  id: `bench_uuid(b.at, b.id || 'delivery')`,
  status: failed(`'failed'`, `'succeeded'`),
  last_status_code: failed('500', '200'),
  last_error: failed(`'http_5xx'`, 'null'),
  succeeded_at: failed('null', `b.at + interval '1 s'`),
}

export const ATTEMPT = {
  delivery_id: DELIVERY.id,
  duration_ms: '(20 + (b.n * 37) % 300)',
  status_code: DELIVERY.last_status_code,
  error_class: DELIVERY.last_error,
}

/** Counts the attempts per hour for the charts of the console. */
export const HOURS = `
  insert into webhook_endpoint_hour (merchant_id, endpoint_id, hour, outcome, latency_ms_max, attempts)
  select merchant_id, endpoint_id, date_trunc('hour', started_at), coalesce(error_class, 'succeeded'),
    (select min(bound) from unnest($2::integer[]) bound where bound >= duration_ms), count(*)
  from webhook_attempt where merchant_id <> $1 group by 1, 2, 3, 4, 5`

/** Drops what PREPARE created. */
export const CLEAN_UP = 'drop table bench_charge, bench_payer; drop function bench_uuid, bench_line'
