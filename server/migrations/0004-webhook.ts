import { Migration } from '@mikro-orm/migrations'
import { systemClock } from '../src/kernel/clock.ts'
import { FORGET_WEBHOOK_DELIVERIES, MAINTAIN_WEBHOOK_PARTITIONS } from './functions/webhook-partitions.ts'

/** What happened (the outbox), where it is sent, each delivery with its attempts, and the counts that the console reads. */
export class AddWebhook extends Migration {
  override up(): void {
    for (const statement of [EVENT, ENDPOINT, DELIVERY, ATTEMPT, ENDPOINT_HOUR]) this.addSql(statement)
    for (const parent of ['webhook_event', 'webhook_attempt']) {
      this.addSql(`create table ${parent}_default partition of ${parent} default`)
    }
    for (const index of INDEXES) this.addSql(index)
    this.addSql('grant select, insert on webhook_event, webhook_attempt to pix_app')
    this.addSql(
      'grant select, insert, update on webhook_endpoint, webhook_delivery, webhook_endpoint_hour to pix_app',
    )
    this.addSql(MAINTAIN_WEBHOOK_PARTITIONS)
    this.addSql(FORGET_WEBHOOK_DELIVERIES)
    for (const callable of [
      'maintain_webhook_partitions(timestamptz)',
      'forget_webhook_deliveries(timestamptz, integer)',
    ]) {
      this.addSql(`revoke all on function ${callable} from public`)
      this.addSql(`grant execute on function ${callable} to pix_app`)
    }
    this.addSql(`select maintain_webhook_partitions('${systemClock.now().toISOString()}')`)
  }
}

// No foreign key points at an event or an endpoint: neither is ever deleted but with its whole week, and a key would
// lock the endpoint's row in every money transaction of its merchant.
const EVENT = `
  create table webhook_event (
    id text not null check (id ~ '^evt_[0-9A-HJKMNP-TV-Z]{26}$'),
    merchant_id uuid not null,
    environment text not null check (environment in ('production', 'sandbox')),
    type text not null,
    version text not null,
    body text not null check (octet_length(body) <= 65536),
    source_type text not null,
    source_id text not null,
    charge_id uuid,
    created_at timestamptz(3) not null,
    primary key (created_at, id)
  ) partition by range (created_at)`

const ENDPOINT = `
  create table webhook_endpoint (
    id uuid primary key,
    merchant_id uuid not null references merchant,
    environment text not null check (environment in ('production', 'sandbox')),
    url text not null check (char_length(url) between 10 and 2000),
    event_types text[] not null check (cardinality(event_types) <= 30),
    status text not null check (status in ('active', 'disabled', 'off')),
    disabled_reason text check (disabled_reason in ('failing', 'gone', 'manual')),
    secret_box bytea not null,
    secret_key_id text not null,
    secret_last4 text not null check (char_length(secret_last4) = 4),
    previous_secret_box bytea,
    previous_secret_key_id text,
    previous_secret_ends_at timestamptz(3),
    consecutive_failures integer not null check (consecutive_failures >= 0),
    failing_since timestamptz(3),
    paused_until timestamptz(3),
    pause_step integer not null check (pause_step >= 0),
    half_open boolean not null,
    rate_limited_until timestamptz(3),
    max_in_flight integer not null check (max_in_flight between 1 and 16),
    rate_per_second integer not null check (rate_per_second between 1 and 1000),
    rate_tokens double precision not null check (rate_tokens >= 0),
    rate_filled_at timestamptz(3) not null,
    last_claim_at timestamptz(3) not null,
    last_success_at timestamptz(3),
    last_failure_at timestamptz(3),
    last_test_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    check ((previous_secret_box is null) = (previous_secret_key_id is null)
      and (previous_secret_box is null) = (previous_secret_ends_at is null)),
    check ((status = 'disabled') = (disabled_reason is not null)),
    check ((consecutive_failures = 0) = (failing_since is null))
  )`

const DELIVERY = `
  create table webhook_delivery (
    id uuid primary key,
    merchant_id uuid not null,
    endpoint_id uuid not null,
    event_id text not null,
    event_type text not null,
    event_created_at timestamptz(3) not null,
    status text not null check (status in ('pending', 'sending', 'succeeded', 'failed', 'skipped')),
    trigger text not null check (trigger in ('auto', 'manual', 'bulk')),
    attempts integer not null check (attempts >= 0),
    scheduled_attempts integer not null check (scheduled_attempts between 0 and attempts),
    next_attempt_at timestamptz(3),
    resume_at timestamptz(3),
    claim_id uuid,
    lease_until timestamptz(3),
    last_status_code integer,
    last_error text,
    succeeded_at timestamptz(3),
    finished_at timestamptz(3),
    created_at timestamptz(3) not null,
    constraint webhook_delivery_once unique (event_id, endpoint_id),
    check ((status = 'pending') = (next_attempt_at is not null)),
    check ((status = 'sending') = (claim_id is not null) and (status = 'sending') = (lease_until is not null)),
    check ((status in ('succeeded', 'failed', 'skipped')) = (finished_at is not null))
  ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`

const ATTEMPT = `
  create table webhook_attempt (
    merchant_id uuid not null,
    endpoint_id uuid not null,
    delivery_id uuid not null,
    n integer not null check (n > 0),
    trigger text not null check (trigger in ('auto', 'manual', 'bulk')),
    started_at timestamptz(3) not null,
    duration_ms integer not null check (duration_ms >= 0),
    timings jsonb not null,
    status_code integer,
    error_class text,
    error_detail text,
    remote_ip text,
    request_headers jsonb not null,
    response_headers jsonb not null,
    response_body bytea,
    response_truncated boolean not null,
    primary key (started_at, delivery_id, n)
  ) partition by range (started_at)`

const ENDPOINT_HOUR = `
  create table webhook_endpoint_hour (
    merchant_id uuid not null,
    endpoint_id uuid not null,
    hour timestamptz(3) not null,
    outcome text not null,
    latency_ms_max integer not null,
    attempts integer not null check (attempts > 0),
    primary key (endpoint_id, hour, outcome, latency_ms_max)
  )`

const INDEXES = [
  'create index webhook_event_list on webhook_event (merchant_id, created_at desc, id desc)',
  `create index webhook_event_by_charge on webhook_event (merchant_id, charge_id, created_at desc)
    where charge_id is not null`,
  `create index webhook_endpoint_list on webhook_endpoint (merchant_id, created_at desc, id desc)
    where status <> 'off'`,
  `create index webhook_delivery_due on webhook_delivery (endpoint_id, next_attempt_at, id)
    where status = 'pending'`,
  `create index webhook_delivery_by_hand on webhook_delivery (endpoint_id)
    where status = 'pending' and trigger = 'manual'`,
  `create index webhook_delivery_sending on webhook_delivery (merchant_id, endpoint_id) where status = 'sending'`,
  'create index webhook_delivery_list on webhook_delivery (merchant_id, created_at desc, id desc)',
  `create index webhook_delivery_list_open on webhook_delivery (merchant_id, created_at desc, id desc)
    where status <> 'succeeded'`,
  `create index webhook_delivery_list_by_endpoint on webhook_delivery (endpoint_id, created_at desc, id desc)`,
  'create index webhook_attempt_by_delivery on webhook_attempt (delivery_id, n)',
  'create index webhook_endpoint_hour_age on webhook_endpoint_hour using brin (hour)',
]
