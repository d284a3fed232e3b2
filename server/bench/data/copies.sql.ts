import { ENTRY_TYPES } from '../../src/ledger/entry-types.ts'

/** Creates the functions and tables of the load. `bench_uuid` returns a UUIDv7 of a time, deterministic for a seed. */
export const PREPARE = `
  create function bench_uuid(at timestamptz, seed text) returns uuid language sql immutable as $$
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(seed), 1, 3) || 'a'
      || substr(md5(seed), 4, 15))::uuid $$;
  create function bench_line(code text, debit bigint, credit bigint, charge uuid, payment uuid) returns jsonb
  language sql immutable as $$
    select jsonb_build_object('code', code, 'debit', debit::text, 'credit', credit::text, 'charge_id', charge,
      'payment_id', payment, 'case_id', null, 'payout_id', null) $$;
  create unlogged table bench_payer (n integer primary key, name text, search text, hash bytea);
  create unlogged table bench_word (payer integer, word text, rest text);
  create unlogged table bench_charge (merchant_id uuid, n integer, id uuid, status text, amount bigint, fee bigint,
    created_at timestamptz(3), happened_at timestamptz(3), sale integer, payer integer, e2e text, event_id text,
    event_type text, payment_id uuid);
  create index on bench_charge (merchant_id, sale) where sale is not null;
  insert into network_sweep (name, swept_until, finished_at) values ('received', now(), now())
    on conflict (name) do update set swept_until = excluded.swept_until`

/** Plans the charges of a merchant. Six of ten are paid; the others are expired, pending, cancelled or failed. */
export const PLAN = `
  insert into bench_charge
  select merchant_id, n, id, status, amount, (amount * 200 + 5000) / 10000, created_at, happened_at,
    case status when 'paid' then count(*) filter (where status = 'paid') over (order by n) end, (n * 31) % $5,
    'E' || right(replace(id::text, '-', ''), 31),
    'evt_' || upper(left(replace(bench_uuid(happened_at, id || 'event')::text, '-', ''), 26)), 'charge.' || status,
    case status when 'paid' then bench_uuid(happened_at, id || 'payment') end
  from (
    select $1::uuid as merchant_id, n, bench_uuid(created_at, $1 || '/' || n) as id, status, 500 + (n * 7919) % 50000 as amount,
      created_at, created_at + case status when 'expired' then interval '30 s' when 'failed' then interval '0'
        else interval '1 min' end as happened_at
    from (
      select n::bigint as n, ($3::timestamptz + n * (($4::timestamptz - $3::timestamptz) / $2::integer))::timestamptz(3) as created_at,
        case when n % 97 = 0 then 'failed' else (array['paid', 'expired', 'paid', 'paid', 'pending', 'paid', 'expired',
          'paid', 'cancelled', 'paid'])[1 + n % 10] end as status
      from generate_series(0, $2::integer - 1) n) given) planned`

export const CHARGE = {
  merchant_id: 'b.merchant_id',
  id: 'b.id',
  order_reference: `'carga-' || right(b.merchant_id::text, 6) || '-' || b.n`,
  idempotency_key: `'carga-' || right(b.merchant_id::text, 6) || '-' || b.n`,
  correlation_id: 'b.id',
  amount_cents: 'b.amount',
  status: 'b.status',
  failure_code: `case b.status when 'failed' then 'payer_incomplete' end`,
  fee_cents: `case b.status when 'paid' then b.fee end`,
  net_cents: `case b.status when 'paid' then b.amount - b.fee end`,
  reserve_cents: `case b.status when 'paid' then 0 end`,
  pending_left_cents: '0',
  reserve_left_cents: '0',
  fee_left_cents: `case b.status when 'paid' then b.fee else 0 end`,
  expires_at: `case b.status when 'failed' then null when 'pending' then b.created_at + interval '400 days'
    when 'expired' then b.happened_at else b.created_at + interval '1 hour' end`,
  paid_at: `case b.status when 'paid' then b.happened_at end`,
  cancelled_at: `case b.status when 'cancelled' then b.happened_at end`,
  qr_code_payload: `case b.status when 'failed' then null else t.qr_code_payload end`,
  end_to_end_id: `case b.status when 'paid' then b.e2e end`,
  payments_count: `case b.status when 'paid' then 1 else 0 end`,
  payer_name: 'p.name',
  payer_name_search: 'p.search',
  // An encrypted document is bound to its charge, so copies have none. The search needs only the hash.
  payer_document_box: 'null',
  payer_document_key_id: 'null',
  payer_document_hash: 'p.hash',
  created_at: 'b.created_at',
  updated_at: `case b.status when 'pending' then b.created_at else b.happened_at end`,
}

export const WORDS = `
  insert into charge_name_word (merchant_id, word, rest, created_at, charge_id)
  select b.merchant_id, w.word, w.rest, b.created_at, b.id
  from bench_charge b join bench_word w on w.payer = b.payer where b.merchant_id = $1`

const entry = (
  part: number,
  type: 'charge.paid' | 'provider.settled' | 'gateway.funds_available',
  key: string,
) => `(${part}, '${type}', '${ENTRY_TYPES[type]}', ${key}, jsonb_build_array(${LINES[type].join(', ')}))`

const line = (code: string, debit: string, credit: string): string =>
  `bench_line('${code}', ${debit}, ${credit}, b.id, b.payment_id)`

const LINES = {
  'charge.paid': [
    line('pending', '0', 'b.amount - b.fee'),
    line('provider_clearing', 'b.amount', '0'),
    line('fee_revenue', '0', 'b.fee'),
  ],
  'provider.settled': [line('bank', 'b.amount', '0'), line('provider_clearing', '0', 'b.amount')],
  'gateway.funds_available': [
    line('pending', 'b.amount - b.fee', '0'),
    line('available', '0', 'b.amount - b.fee'),
  ],
}

/** The sales per call of `post_entries`: at most 100, and of one day, because they share the posting time. */
export const BATCHES = `
  select min(sale) as first, max(sale) as last
  from (select sale, happened_at::date as day, (row_number() over (partition by happened_at::date order by sale) - 1) / 100 as part
    from bench_charge where merchant_id = $1 and sale is not null) sales
  group by day, part order by first`

/** Posts the entries of the sales `$2` to `$3` of merchant `$1`: paid, settled by the PSP, made available. */
export const POST = `
  with sale as materialized (
    select * from bench_charge where merchant_id = $1 and sale between $2::integer and $3::integer)
  select count(*) from post_entries($1, (select max(happened_at) from sale), (
    select jsonb_agg(jsonb_build_object('id', bench_uuid(b.happened_at, b.id::text || e.part), 'event_type', e.type,
      'description', e.description, 'source_type', 'charge', 'source_id', b.id, 'dedupe_key', e.key, 'reverses_id', null,
      'economic_at', b.happened_at, 'actor', 'job:inbox', 'correlation_id', b.id, 'lines', e.lines) order by b.sale, e.part)
    from sale b cross join lateral (values
      ${entry(1, 'charge.paid', `'charge.paid:' || b.e2e`)},
      ${entry(2, 'provider.settled', `'provider.settled:' || b.e2e`)},
      ${entry(3, 'gateway.funds_available', `'funds_available:' || b.id`)}) as e (part, type, description, key, lines)))`

export const PAYMENT = {
  merchant_id: 'b.merchant_id',
  id: 'b.payment_id',
  charge_id: 'b.id',
  end_to_end_id: 'b.e2e',
  txid: `replace(b.id::text, '-', '')`,
  amount_cents: 'b.amount',
  journal_id: `bench_uuid(b.happened_at, b.id || '1')`,
  paid_at: 'b.happened_at',
  recorded_at: 'b.happened_at',
  settled_at: 'b.happened_at',
}

export const EVENT = {
  id: 'b.event_id',
  merchant_id: 'b.merchant_id',
  type: 'b.event_type',
  body: `(t.body::jsonb || jsonb_build_object('id', b.event_id, 'type', b.event_type, 'created_at', b.happened_at, 'data',
    t.body::jsonb -> 'data' || jsonb_build_object('charge_id', b.id, 'amount_cents', b.amount::text,
    'order_reference', 'carga-' || right(b.merchant_id::text, 6) || '-' || b.n)))::text`,
  source_id: 'b.id::text',
  charge_id: 'b.id',
  created_at: 'b.happened_at',
}

/** One of fifty deliveries has failed finally, after three attempts. */
const hasFailed = 'b.n % 50 = 1'
export const ATTEMPTS = `case when ${hasFailed} then 3 else 1 end`
const endpoint = '(select e.id from webhook_endpoint e where e.merchant_id = b.merchant_id)'
const attemptMs = '(20 + (b.n * 37) % 300)'

export const DELIVERY = {
  id: `bench_uuid(b.happened_at, b.id || 'delivery')`,
  merchant_id: 'b.merchant_id',
  endpoint_id: endpoint,
  event_id: 'b.event_id',
  event_type: 'b.event_type',
  event_created_at: 'b.happened_at',
  status: `case when ${hasFailed} then 'failed' else 'succeeded' end`,
  attempts: ATTEMPTS,
  scheduled_attempts: ATTEMPTS,
  last_status_code: `case when ${hasFailed} then 500 else 200 end`,
  last_error: `case when ${hasFailed} then 'http_5xx' end`,
  succeeded_at: `case when not ${hasFailed} then b.happened_at + interval '1 s' end`,
  finished_at: `b.happened_at + case when ${hasFailed} then interval '61 s' else interval '1 s' end`,
  created_at: 'b.happened_at',
}

export const ATTEMPT = {
  merchant_id: 'b.merchant_id',
  endpoint_id: endpoint,
  delivery_id: DELIVERY.id,
  n: 'attempt',
  started_at: `b.happened_at + (attempt - 1) * interval '30 s' + interval '40 ms'`,
  duration_ms: attemptMs,
  status_code: DELIVERY.last_status_code,
  error_class: DELIVERY.last_error,
}

export const HOURS = `
  insert into webhook_endpoint_hour (merchant_id, endpoint_id, hour, outcome, latency_ms_max, attempts)
  select merchant_id, endpoint_id, date_trunc('hour', started_at), coalesce(error_class, 'succeeded'),
    (select min(bound) from unnest($2::integer[]) bound where bound >= duration_ms), count(*)
  from webhook_attempt where merchant_id <> $1 group by 1, 2, 3, 4, 5`
