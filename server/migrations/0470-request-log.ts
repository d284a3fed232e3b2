import { Migration } from '@mikro-orm/migrations'
import { comments } from './baseline/comments.ts'

/** Adds the table that logs the calls of the merchant API. */
export class AddRequestLog extends Migration {
  override up(): void {
    for (const statement of STATEMENTS) this.addSql(statement)
  }
}

/**
 * Creates the daily partitions of the request log, from yesterday's partition to that of the day eight days ahead.
 * Drops the partitions whose day ended more than 30 days ago. Returns the number of tables created and dropped. Moves
 * rows from the default partition into the new partition of their day. Fails if it does not get a lock within one
 * second; the job then repeats the call. Drops no partition early when `p_now` is ahead of the database's clock.
 */
const MAINTAIN_REQUEST_LOG_PARTITIONS = `
create function maintain_request_log_partitions(p_now timestamptz) returns integer
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set lock_timeout = '1s' set timezone = 'UTC' as $$
declare
  v_day timestamptz; v_end timestamptz; v_name text; v_changed integer := 0;
  v_keep_from timestamptz := least(p_now, clock_timestamp()) - interval '30 days';
begin
  perform pg_advisory_xact_lock(hashtext('maintain_request_log_partitions'));
  for v_ahead in -1..8 loop
    v_day := date_trunc('day', p_now) + v_ahead * interval '1 day';
    v_end := v_day + interval '1 day';
    v_name := 'request_log_' || to_char(v_day, 'YYYYMMDD');
    continue when to_regclass(format('public.%I', v_name)) is not null;
    execute format('create table public.%I (like public.request_log including all)', v_name);
    execute format('with moved as (delete from public.request_log_default
      where started_at >= %1$L and started_at < %2$L returning *) insert into public.%3$I select * from moved',
      v_day, v_end, v_name);
    execute format('alter table public.request_log attach partition public.%I for values from (%L) to (%L)',
      v_name, v_day, v_end);
    v_changed := v_changed + 1;
  end loop;
  for v_name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.request_log'::regclass and c.relname ~ '_[0-9]{8}$'
      and to_date(right(c.relname, 8), 'YYYYMMDD') + 1 <= v_keep_from
  loop
    execute format('drop table public.%I', v_name);
    v_changed := v_changed + 1;
  end loop;
  delete from public.request_log_default where started_at < v_keep_from;
  return v_changed;
end $$`

const STATEMENTS = [
  `create table request_log (
    started_at timestamptz(3) not null,
    correlation_id uuid not null,
    merchant_id uuid,
    api_key_id uuid,
    method text not null,
    route text not null,
    query_names text[] not null,
    status integer not null,
    code text,
    duration_ms integer not null check (duration_ms >= 0),
    idempotency text check (idempotency in ('first', 'replayed', 'conflict')),
    fields jsonb not null,
    primary key (started_at, correlation_id),
    constraint request_log_key_has_merchant check ((merchant_id is null) = (api_key_id is null))
  ) partition by range (started_at)`,
  'create table request_log_default partition of request_log default',
  ...comments(
    'request_log',
    'Calls of the merchant API in the last 30 days. One partition for each day. No column has a value that a client sent.',
    {
      started_at: 'The time in correlation_id.',
      merchant_id: 'Null: the call had no valid key.',
      method: '_OTHER for a method that is not a common one.',
      route: 'The pattern of the path. _OTHER for an unknown path.',
      query_names:
        'Names of the query parameters. unknown stands for every name that the route does not have.',
      status: '499: the client disconnected before the response.',
      code: 'The error code. Null for a success.',
      idempotency:
        'Of a call with an idempotency key. first: it did the work. replayed: it repeated an earlier call. conflict: the key was used with other content.',
      fields:
        'The invalid fields of a refused call: path and code. The path unknown stands for every field that the route does not have.',
    },
  ),
  // Index for the paged list of the calls of an API key.
  'create index request_log_by_key on request_log (api_key_id, started_at desc, correlation_id desc)',
  // Index for the paged list of the calls of a merchant.
  'create index request_log_by_merchant on request_log (merchant_id, started_at desc, correlation_id desc)',
  'grant select, insert on request_log to pix_app',
  MAINTAIN_REQUEST_LOG_PARTITIONS,
  `-- lint-ignore ban-revoke: The function is new, so no build uses the privilege.
  revoke all on function maintain_request_log_partitions(timestamptz) from public`,
  'grant execute on function maintain_request_log_partitions(timestamptz) to pix_app',
  'select maintain_request_log_partitions(now())',
]
