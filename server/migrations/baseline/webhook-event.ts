import { CLAIM_WEBHOOK_DELIVERIES } from './claim-webhook-deliveries.ts'
import { comments, executableByApplication } from './comments.ts'
import { FORGET_WEBHOOK_DELIVERIES, MAINTAIN_WEBHOOK_PARTITIONS } from './webhook-maintenance.ts'

// Events and deliveries have no foreign keys, because whole weeks of events are dropped at once. A foreign key to the
// endpoint would also lock the endpoint's row in every transaction that posts for its merchant.
const EVENT = [
  `create table webhook_event (
    id text not null check (id ~ '^evt_[0-9A-HJKMNP-TV-Z]{26}$'),
    merchant_id uuid not null,
    environment text not null check (environment in ('production', 'sandbox')),
    type text not null,
    version text not null,
    body text not null check (octet_length(body) <= 65536),
    source_type text not null,
    source_id text not null,
    charge_id uuid,
    has_deliveries boolean not null default true,
    created_at timestamptz(3) not null,
    primary key (created_at, id)
  ) partition by range (created_at)`,
  'create table webhook_event_default partition of webhook_event default',
  ...comments(
    'webhook_event',
    'Events, stored in the transaction that they report (transactional outbox). One partition for each week.',
    {
      version: 'Version of the format of body.',
      body: 'The JSON text that every attempt sends unchanged.',
      source_type: 'The kind of row that the event reports on.',
      source_id: 'The row that the event reports on.',
      has_deliveries: 'Whether the event has a delivery, created with the event or added by a replay.',
    },
  ),
  // Index for the paged list of the events of a merchant.
  'create index webhook_event_list on webhook_event (merchant_id, created_at desc, id desc)',
  // Finds the events of a charge.
  `create index webhook_event_by_charge on webhook_event (merchant_id, charge_id, created_at desc)
    where charge_id is not null`,
  // Index for the paged list of the events of a merchant that have no delivery to any endpoint.
  `create index webhook_event_list_unsent on webhook_event (merchant_id, created_at desc, id desc)
    where not has_deliveries`,
  'grant select, insert on webhook_event to pix_app',
  // A replay adds deliveries to an event and updates this column. The other columns of an event never change.
  'grant update (has_deliveries) on webhook_event to pix_app',
]

const DELIVERY = [
  `create table webhook_delivery (
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
  ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02)`,
  ...comments(
    'webhook_delivery',
    'The delivery of one event to one endpoint. Finished deliveries are kept 90 days.',
    {
      event_created_at: 'Copy of webhook_event.created_at, which selects the partition of the event.',
      status: 'skipped: not sent, because the endpoint was disabled or the delivery belongs to a replay.',
      trigger:
        'Cause of the next or last attempt. auto: retry schedule. manual, bulk: replay of one or many deliveries.',
      scheduled_attempts: 'Number of attempts of the retry schedule, without replays.',
      resume_at: 'When the retry schedule continues after a failed replay. Null when it had ended.',
      claim_id: 'The claim of the running attempt.',
      lease_until: 'End of the lease of the running attempt. Afterwards the attempt counts as lost.',
      last_error: 'Error class of the last attempt.',
    },
  ),
  // Finds the due deliveries of an endpoint, for the function that claims deliveries.
  `create index webhook_delivery_due on webhook_delivery (endpoint_id, next_attempt_at, id)
    where status = 'pending'`,
  // Finds manual replays of a paused endpoint, for the function that claims deliveries.
  `create index webhook_delivery_by_hand on webhook_delivery (endpoint_id)
    where status = 'pending' and trigger = 'manual'`,
  // Counts the running attempts of a merchant and of an endpoint, for the function that claims deliveries.
  `create index webhook_delivery_sending on webhook_delivery (merchant_id, endpoint_id) where status = 'sending'`,
  // Index for the paged list of the deliveries of a merchant.
  'create index webhook_delivery_list on webhook_delivery (merchant_id, created_at desc, id desc)',
  // Index for the paged list of the deliveries of a merchant that did not succeed.
  `create index webhook_delivery_list_open on webhook_delivery (merchant_id, created_at desc, id desc)
    where status <> 'succeeded'`,
  // Index for the paged list of the deliveries of an endpoint.
  'create index webhook_delivery_list_by_endpoint on webhook_delivery (endpoint_id, created_at desc, id desc)',
  // Index for the paged list of the unsuccessful deliveries of an endpoint whose last attempt had one error class.
  `create index webhook_delivery_list_error
    on webhook_delivery (endpoint_id, last_error, created_at desc, id desc)
    where status <> 'succeeded' and last_error is not null`,
  // Index for the paged list of the failed or skipped deliveries of an endpoint.
  `create index webhook_delivery_list_missed
    on webhook_delivery (endpoint_id, status, created_at desc, id desc) where status in ('failed', 'skipped')`,
  // Index for the paged list of the deliveries of an endpoint with a rare event type. The index omits the event types
  // that every paid charge has.
  `create index webhook_delivery_list_rare
    on webhook_delivery (endpoint_id, event_type, created_at desc, id desc)
    where event_type not in ('charge.issued', 'charge.paid', 'balance.available')`,
  // Finds the deliveries that a replay selects by default, oldest first.
  `create index webhook_delivery_missed on webhook_delivery (endpoint_id, created_at, id)
    where status in ('failed', 'skipped')`,
  // Finds the undelivered events of a merchant, in the order of the event list.
  `create index webhook_delivery_undelivered
    on webhook_delivery (merchant_id, event_created_at desc, event_id desc) where status <> 'succeeded'`,
  'grant select, insert, update on webhook_delivery to pix_app',
]

const ATTEMPT = [
  `create table webhook_attempt (
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
  ) partition by range (started_at)`,
  'create table webhook_attempt_default partition of webhook_attempt default',
  ...comments(
    'webhook_attempt',
    'The log of attempts: one HTTP request and its response. One partition for each week.',
    {
      n: 'Number of the attempt of its delivery, from 1.',
      timings: 'Durations of the phases of the request, in milliseconds.',
      error_class: 'Null for a success.',
      remote_ip: 'The address that the request was sent to.',
      response_body: 'The first bytes of the response body. Null without a response.',
      response_truncated: 'Whether response_body is incomplete.',
    },
  ),
  // Finds the attempts of a delivery.
  'create index webhook_attempt_by_delivery on webhook_attempt (delivery_id, n)',
  'grant select, insert on webhook_attempt to pix_app',
]

const FUNCTIONS = [
  CLAIM_WEBHOOK_DELIVERIES,
  ...executableByApplication(
    'claim_webhook_deliveries(timestamptz, integer, uuid, timestamptz, integer, integer, integer, integer)',
  ),
  MAINTAIN_WEBHOOK_PARTITIONS,
  ...executableByApplication('maintain_webhook_partitions(timestamptz)'),
  FORGET_WEBHOOK_DELIVERIES,
  ...executableByApplication('forget_webhook_deliveries(timestamptz, integer)'),
]

/** Events, their deliveries and the attempts, with the functions that claim deliveries and drop old rows. */
export const WEBHOOK_EVENT_TABLES = [...EVENT, ...DELIVERY, ...ATTEMPT, ...FUNCTIONS]
