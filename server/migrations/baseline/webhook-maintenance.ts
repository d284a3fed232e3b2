/**
 * Creates the weekly partitions of events and attempts, from last week to eight weeks ahead. Drops the partitions whose
 * week ended more than 90 days ago. Returns the number of tables created and dropped.
 *
 * If the default partition contains rows of a new partition's week, moves them to the new partition. Fails if a lock is
 * not free within one second, because postings must not wait. A daily job repeats the call. Drops no partition too
 * early, even if `p_now` is ahead of the database's clock.
 */
export const MAINTAIN_WEBHOOK_PARTITIONS = `
create function maintain_webhook_partitions(p_now timestamptz) returns integer
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp set lock_timeout = '1s' set timezone = 'UTC' as $$
declare
  v_parent text; v_column text; v_week timestamptz; v_end timestamptz; v_name text; v_changed integer := 0;
  v_keep_from timestamptz := least(p_now, clock_timestamp()) - interval '90 days';
begin
  perform pg_advisory_xact_lock(hashtext('maintain_webhook_partitions'));
  for v_parent, v_column in values ('webhook_event', 'created_at'), ('webhook_attempt', 'started_at') loop
    for v_ahead in -1..8 loop
      v_week := date_trunc('week', p_now) + v_ahead * interval '7 days';
      v_end := v_week + interval '7 days';
      v_name := v_parent || '_' || to_char(v_week, 'YYYYMMDD');
      continue when to_regclass(format('public.%I', v_name)) is not null;
      execute format('create table public.%I (like public.%I including all)', v_name, v_parent);
      execute format('with moved as (delete from public.%1$I where %2$I >= %3$L and %2$I < %4$L returning *)
        insert into public.%5$I select * from moved', v_parent || '_default', v_column, v_week, v_end, v_name);
      execute format('alter table public.%I attach partition public.%I for values from (%L) to (%L)',
        v_parent, v_name, v_week, v_end);
      v_changed := v_changed + 1;
    end loop;
    for v_name in
      select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = format('public.%I', v_parent)::regclass and c.relname ~ '_[0-9]{8}$'
        and to_date(right(c.relname, 8), 'YYYYMMDD') + 7 <= v_keep_from
    loop
      execute format('drop table public.%I', v_name);
      v_changed := v_changed + 1;
    end loop;
    execute format('delete from public.%I where %I < %L', v_parent || '_default', v_column, v_keep_from);
  end loop;
  return v_changed;
end $$`

/**
 * Deletes up to `p_max` finished deliveries older than 90 days, oldest first, and the hourly counts of that age.
 * Returns the number of deleted deliveries. The id of a delivery begins with its creation time, so the primary key
 * finds old deliveries.
 */
export const FORGET_WEBHOOK_DELIVERIES = `
create function forget_webhook_deliveries(p_now timestamptz, p_max integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_keep_from timestamptz := least(p_now, clock_timestamp()) - interval '90 days';
  v_first_kept uuid := (lpad(to_hex((extract(epoch from v_keep_from) * 1000)::bigint), 12, '0')
    || repeat('0', 20))::uuid;
  v_gone integer;
begin
  delete from public.webhook_endpoint_hour where hour < v_keep_from;
  delete from public.webhook_delivery where id in (
    select id from public.webhook_delivery where id < v_first_kept and finished_at is not null
    order by id limit p_max);
  get diagnostics v_gone = row_count;
  return v_gone;
end $$`
