import { REFUSE } from './away.ts'

/**
 * Moves up to `p_max` committed events to the feed. Returns how many.
 *
 * If two sequencers select the same rows of `event_unsequenced`, one waits until the other commits. The rows of
 * `event_feed_head` stay locked until the commit. Therefore the numbers of a merchant become visible in order, even if
 * two sequencers move different events of the merchant.
 *
 * The selected rows are locked. So a row that cannot be deleted was hidden since, because its merchant moves.
 */
export const SEQUENCE_EVENTS = `
create function sequence_events(p_max integer) returns bigint
language plpgsql as $$
declare
  v_ids bigint[]; v_merchants uuid[]; v_events text[]; v_created timestamptz[]; v_head record; v_last bigint; v_deleted bigint;
  v_heads uuid[] := '{}'; v_firsts bigint[] := '{}';
begin
  select array_agg(t.id), array_agg(t.merchant_id), array_agg(t.event_id), array_agg(t.event_created_at)
    into v_ids, v_merchants, v_events, v_created
    from (select id, merchant_id, event_id, event_created_at from public.event_unsequenced order by id limit p_max
      for update) t;
  if v_ids is null then return 0; end if;
  delete from public.event_unsequenced where id = any (v_ids);
  get diagnostics v_deleted = row_count;
  if v_deleted <> cardinality(v_ids) then ${REFUSE} end if;

  for v_head in select m as merchant_id, count(*) as events from unnest(v_merchants) as m group by m order by m loop
    insert into public.event_feed_head as h (merchant_id, last_seq) values (v_head.merchant_id, v_head.events)
    on conflict (merchant_id) do update set last_seq = h.last_seq + excluded.last_seq
    returning last_seq into v_last;
    v_heads := array_append(v_heads, v_head.merchant_id);
    v_firsts := array_append(v_firsts, v_last - v_head.events);
  end loop;

  insert into public.event_feed (merchant_id, feed_seq, event_id, event_created_at, sequenced_at)
  select t.merchant_id, head.first_seq + row_number() over (partition by t.merchant_id order by t.id), t.event_id,
    t.event_created_at, clock_timestamp()
  from unnest(v_ids, v_merchants, v_events, v_created) as t (id, merchant_id, event_id, event_created_at)
  join unnest(v_heads, v_firsts) as head (merchant_id, first_seq) on head.merchant_id = t.merchant_id;
  return cardinality(v_ids);
end $$`
