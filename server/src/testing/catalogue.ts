import type { Client } from 'pg'

/**
 * A query of the system catalogue. The query omits weekly partitions, because their names and comments depend on the
 * time of their creation.
 */
const CATALOGUE = `
with relation as (
  select c.*, c.relname::text as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relname !~ '_[0-9]{8}(_|$)')
select 'relation' as kind, name, concat_ws(' | ', relkind, relpersistence, relispartition, relowner::regrole, reloptions::text,
  array(select acl::text from unnest(relacl) acl order by 1)::text, pg_get_partkeydef(oid),
  pg_get_expr(relpartbound, oid), relrowsecurity, relreplident) as definition
from relation
union all
select 'column', name || '.' || a.attname, concat_ws(' | ', format_type(a.atttypid, a.atttypmod), a.attnotnull,
  a.attidentity, a.attgenerated, a.attcollation, a.attcompression, a.attstorage, a.attstattarget, a.attacl::text,
  a.attoptions::text, pg_get_expr(d.adbin, d.adrelid))
from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped and r.relkind in ('r', 'p')
left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
union all
select 'constraint', r.name || '.' || c.conname, concat_ws(' | ', pg_get_constraintdef(c.oid), c.convalidated, c.conenforced)
from relation r join pg_constraint c on c.conrelid = r.oid
union all
select 'index', r.name, concat_ws(' | ', pg_get_indexdef(r.oid), i.indisvalid, i.indisclustered)
from relation r join pg_index i on i.indexrelid = r.oid
union all
select 'trigger', r.name || '.' || t.tgname, concat_ws(' | ', pg_get_triggerdef(t.oid), t.tgenabled)
from relation r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal
union all
select 'function', p.oid::regprocedure::text, concat_ws(' | ', pg_get_functiondef(p.oid), p.proowner::regrole,
  array(select acl::text from unnest(p.proacl) acl order by 1)::text)
from pg_proc p where p.pronamespace = 'public'::regnamespace
union all
select 'type', t.typname, concat_ws(' | ', t.typtype, t.typacl::text)
from pg_type t where t.typnamespace = 'public'::regnamespace and t.typname !~ '_[0-9]{8}(_|$)'
union all
select 'sequence', s.sequencename, concat_ws(' | ', s.data_type, s.start_value, s.increment_by) from pg_sequences s
union all
select 'default privilege', d.defaclobjtype::text, d.defaclacl::text from pg_default_acl d
union all
select 'statistics', stxname, pg_get_statisticsobjdef(oid) from pg_statistic_ext
union all
select 'comment', concat_ws('.', r.name, a.attname), d.description
from pg_description d join relation r on d.classoid = 'pg_class'::regclass and r.oid = d.objoid
left join pg_attribute a on a.attrelid = r.oid and a.attnum = d.objsubid and d.objsubid > 0`

/**
 * Returns the definition of each object of the schema `public`, with owner and privileges, by the object's kind and
 * name.
 */
export async function readCatalogue(client: Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ kind: string; name: string; definition: string }>(CATALOGUE)
  return Object.fromEntries(rows.map(({ kind, name, definition }) => [`${kind} ${name}`, definition]))
}
