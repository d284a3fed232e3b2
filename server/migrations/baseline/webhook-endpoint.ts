import { comments } from './comments.ts'

const ENDPOINT = [
  `create table webhook_endpoint (
    id uuid primary key,
    merchant_id uuid not null references merchant,
    environment text not null check (environment in ('production', 'sandbox')),
    url text not null check (char_length(url) between 10 and 2000),
    description text check (char_length(description) between 1 and 140),
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
    last_error_class text,
    last_error_status integer,
    last_test_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    check ((previous_secret_box is null) = (previous_secret_key_id is null)
      and (previous_secret_box is null) = (previous_secret_ends_at is null)),
    check ((status = 'disabled') = (disabled_reason is not null)),
    check ((consecutive_failures = 0) = (failing_since is null))
  )`,
  ...comments(
    'webhook_endpoint',
    'URLs of merchants that receive events, with the state of their circuit breakers and rate limits. Never deleted: the attempt log refers to endpoints that are off.',
    {
      event_types: 'The subscribed event types. Empty: all types.',
      status: 'disabled: stopped after failures or by hand. off: removed by the merchant.',
      disabled_reason: 'failing: failed too long. gone: answered 410.',
      secret_box: 'The encrypted signing secret.',
      secret_key_id: 'The encryption key of secret_box.',
      secret_last4: 'The last four characters of the secret, for display.',
      previous_secret_box: 'The previous secret. It also signs until previous_secret_ends_at.',
      failing_since: 'Time of the first failure since the last success.',
      paused_until: 'While in the future, the circuit breaker is open and only manual replays are sent.',
      pause_step: 'Number of pauses since the last success. Selects the length of the next pause.',
      half_open: 'After a pause: one attempt at a time, whose result ends the pauses or starts the next one.',
      rate_limited_until: 'No attempt before this time, because the endpoint answered 429.',
      max_in_flight: 'Largest number of parallel attempts.',
      rate_tokens: 'Tokens of the token bucket at rate_filled_at.',
      last_claim_at: 'When the endpoint last got its turn. Endpoints get turns in this order.',
      last_error_class: 'Error class of the attempt at last_failure_at.',
      last_error_status: 'HTTP status of the attempt at last_failure_at. Null without a response.',
      last_test_at: 'When the merchant last sent a test event. Limits their rate.',
    },
  ),
  // Index for the paged list of the endpoints of a merchant.
  `create index webhook_endpoint_list on webhook_endpoint (merchant_id, created_at desc, id desc)
    where status <> 'off'`,
  'grant select, insert, update on webhook_endpoint to pix_app',
]

const HOUR = [
  `create table webhook_endpoint_hour (
    merchant_id uuid not null,
    endpoint_id uuid not null,
    hour timestamptz(3) not null,
    outcome text not null,
    latency_ms_max integer not null,
    attempts integer not null check (attempts > 0),
    primary key (endpoint_id, hour, outcome, latency_ms_max)
  )`,
  ...comments(
    'webhook_endpoint_hour',
    'Number of attempts for each endpoint, hour, outcome and latency bucket. Kept 90 days.',
    {
      outcome: 'succeeded, or the error class of the attempts.',
      latency_ms_max: 'Upper bound of the latency bucket, in milliseconds.',
    },
  ),
  // Finds old rows to delete. A BRIN index suffices, because the rows are inserted in order of time.
  'create index webhook_endpoint_hour_age on webhook_endpoint_hour using brin (hour)',
  'grant select, insert, update on webhook_endpoint_hour to pix_app',
]

const REPLAY = [
  `create table webhook_replay (
    id uuid primary key,
    merchant_id uuid not null references merchant,
    endpoint_id uuid not null references webhook_endpoint,
    source text not null default 'deliveries' check (source in ('deliveries', 'events')),
    event_types text[] not null check (cardinality(event_types) <= 30),
    delivery_status text check (delivery_status in ('pending', 'succeeded', 'failed', 'skipped')),
    from_at timestamptz(3) not null,
    to_at timestamptz(3) not null check (to_at > from_at and to_at <= from_at + interval '336 hours'),
    include_succeeded boolean not null,
    status text not null check (status in ('running', 'completed', 'stopped')),
    matched integer not null check (matched between 0 and 10000),
    done integer not null check (done >= 0),
    failed integer not null check (failed >= 0 and done + failed <= matched),
    sent_at timestamptz(3),
    looked_at timestamptz(3) not null,
    created_at timestamptz(3) not null,
    finished_at timestamptz(3),
    check ((status = 'running') = (finished_at is null)),
    check (source = 'deliveries' or delivery_status is null)
  )`,
  ...comments(
    'webhook_replay',
    'Bulk replays: many deliveries of one endpoint, sent again at a limited pace.',
    {
      source: 'deliveries: existing deliveries. events: all events, so missing deliveries are added.',
      event_types: 'The selected event types. Empty: all types.',
      delivery_status: 'The selected status of deliveries. Null: every status that the replay allows.',
      from_at: 'Start of the selected period.',
      to_at: 'End of the selected period, at most 14 days after its start.',
      status: 'stopped: the endpoint was disabled or turned off before the end.',
      matched: 'Number of deliveries that the replay sends.',
      done: 'Number of deliveries that succeeded.',
      failed: 'Number of deliveries that failed.',
      sent_at: 'When the last delivery was scheduled. Limits the pace.',
      looked_at: 'When the replay last got its turn. Replays get turns in this order.',
    },
  ),
  // Makes sure that an endpoint has at most one running replay.
  `create unique index webhook_replay_running on webhook_replay (endpoint_id) where status = 'running'`,
  // Index for the paged list of the replays of a merchant.
  'create index webhook_replay_list on webhook_replay (merchant_id, created_at desc, id desc)',
  'grant select, insert, update, delete on webhook_replay to pix_app',
]

const REPLAY_ITEM = [
  `create table webhook_replay_item (
    replay_id uuid not null references webhook_replay on delete cascade,
    n integer not null check (n > 0),
    delivery_id uuid not null,
    status text not null check (status in ('waiting', 'sent', 'done', 'failed')),
    attempts_before integer,
    tries integer not null check (tries >= 0),
    primary key (replay_id, n),
    check (status <> 'sent' or attempts_before is not null)
  )`,
  ...comments('webhook_replay_item', 'The deliveries of running replays. Deleted when the replay ends.', {
    n: 'Position in the replay, from 1.',
    attempts_before:
      'Attempts of the delivery before the replay sent it. The next attempt has the result of the replay.',
    tries: 'Number of times the replay sent the delivery. Lost leases cause repetitions.',
  }),
  // Finds the next delivery of a replay.
  `create index webhook_replay_item_waiting on webhook_replay_item (replay_id, n) where status = 'waiting'`,
  // Finds the delivery whose result a replay is waiting for.
  `create index webhook_replay_item_sent on webhook_replay_item (replay_id) where status = 'sent'`,
  'grant select, insert, update, delete on webhook_replay_item to pix_app',
]

/** Webhook endpoints, their statistics and their replays. */
export const WEBHOOK_ENDPOINT_TABLES = [...ENDPOINT, ...HOUR, ...REPLAY, ...REPLAY_ITEM]
