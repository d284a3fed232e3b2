import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/** Adds the tables of the ordered feed of events. Events from before this migration are not in the feed. */
export class AddEventFeed extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

const STATEMENTS = [
  `create table event_unsequenced (
    id bigint generated always as identity primary key,
    merchant_id uuid not null,
    event_id text not null,
    event_created_at timestamptz(3) not null
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_insert_scale_factor = 0.2)`,
  ...comments('event_unsequenced', 'Events that are not yet in the feed. A job moves them to event_feed.', {
    id: 'The order in which transactions inserted the events, not the order of their commits.',
    event_created_at: 'Copy of webhook_event.created_at, which selects the partition of the event.',
  }),
  'grant select, insert, delete on event_unsequenced to pix_app',
  // The job that moves events into the feed locks their rows, and a lock needs this privilege.
  'grant update (event_id) on event_unsequenced to pix_app',
  `create table event_feed_head (
    merchant_id uuid primary key,
    last_seq bigint not null check (last_seq > 0)
  ) with (fillfactor = 50)`,
  ...comments(
    'event_feed_head',
    'The last number in the feed of each merchant. Its row is locked until the events of a batch are committed, so the numbers have no gap and become visible in order.',
  ),
  'grant select, insert, update on event_feed_head to pix_app',
  `create table event_feed (
    merchant_id uuid not null,
    feed_seq bigint not null check (feed_seq > 0),
    event_id text not null,
    event_created_at timestamptz(3) not null,
    sequenced_at timestamptz(3) not null,
    primary key (merchant_id, feed_seq)
  )`,
  ...comments('event_feed', 'The events of each merchant in the order of the feed. Rows are kept 90 days.', {
    feed_seq: 'Number of the event in the feed of its merchant, from 1, without gaps.',
    event_created_at: 'Copy of webhook_event.created_at, which selects the partition of the event.',
    sequenced_at:
      'When the event got its number. Finds the place of a reader after a restore. See decision 0481.',
  }),
  // Finds the old rows of the feed to delete.
  'create index event_feed_by_age on event_feed (sequenced_at)',
  'grant select, insert, delete on event_feed to pix_app',
  `create function queue_event_for_feed() returns trigger
  language plpgsql as $$
  begin
    insert into public.event_unsequenced (merchant_id, event_id, event_created_at)
    values (new.merchant_id, new.id, new.created_at);
    return null;
  end $$`,
  // A trigger also queues the events of processes that still run the previous build.
  `create trigger webhook_event_feed after insert on webhook_event
    for each row execute function queue_event_for_feed()`,
]
