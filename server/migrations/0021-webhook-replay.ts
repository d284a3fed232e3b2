import { Migration } from '@mikro-orm/migrations'

/** Replays of many deliveries, and what each still has to send. */
export class AddWebhookReplay extends Migration {
  override up(): void {
    this.addSql(REPLAY)
    this.addSql(ITEM)
    for (const index of INDEXES) this.addSql(index)
    this.addSql('grant select, insert, update, delete on webhook_replay, webhook_replay_item to pix_app')
  }
}

const REPLAY = `
  create table webhook_replay (
    id uuid primary key,
    merchant_id uuid not null references merchant,
    endpoint_id uuid not null references webhook_endpoint,
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
    check ((status = 'running') = (finished_at is null))
  )`

// Rows of a replay that runs; they go when it has ended.
const ITEM = `
  create table webhook_replay_item (
    replay_id uuid not null references webhook_replay on delete cascade,
    n integer not null check (n > 0),
    delivery_id uuid not null,
    status text not null check (status in ('waiting', 'sent', 'done', 'failed')),
    attempts_before integer,
    tries integer not null check (tries >= 0),
    primary key (replay_id, n),
    check (status <> 'sent' or attempts_before is not null)
  )`

const INDEXES = [
  `create unique index webhook_replay_running on webhook_replay (endpoint_id) where status = 'running'`,
  'create index webhook_replay_list on webhook_replay (merchant_id, created_at desc, id desc)',
  `create index webhook_replay_item_waiting on webhook_replay_item (replay_id, n) where status = 'waiting'`,
  `create index webhook_replay_item_sent on webhook_replay_item (replay_id) where status = 'sent'`,
  `create index webhook_delivery_missed on webhook_delivery (endpoint_id, created_at, id)
    where status in ('failed', 'skipped')`,
]
