import { escapeIdentifier, type Client } from 'pg'
import { given, list, ofMerchant, sameKey, type TablePlan } from './table-plan.sql.ts'

const BATCH_ROWS = 1_000

/** The two cells between which a merchant moves. */
export interface Cells {
  from: string
  to: string
}

/** Yields the rows of a merchant in batches, each as a JSON array. The client must be in a transaction. */
export async function* readRows(
  client: Client,
  table: TablePlan,
  merchantId: string,
): AsyncGenerator<{ json: string; count: number }> {
  const order = list(table.order ?? table.key, 't')
  await client.query(
    `declare moved_rows no scroll cursor for select to_json(t)::text as row from (
       select ${list(table.columns, 't')} from ${escapeIdentifier(table.name)} t where ${ofMerchant(table)} order by ${order}) t`,
    [merchantId],
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${BATCH_ROWS} from moved_rows`)
    if (rows.length > 0) yield { json: jsonOf(rows), count: rows.length }
    if (rows.length < BATCH_ROWS) break
  }
  await client.query('close moved_rows')
}

const jsonOf = (rows: readonly { row: string }[]): string => `[${rows.map(({ row }) => row).join(',')}]`

interface WrittenRows {
  merchantId: string
  cells: Cells
  /** The rows as a JSON array. */
  json: string
  /** Whether the target may already have rows with the same keys. */
  replaces: boolean
}

/**
 * Inserts rows, and replaces rows with the same key. Names the receiving accounts as the target does. In a table
 * without a primary key, several rows may have one key. To replace the rows with one key, `json` must contain all of
 * these rows.
 */
export async function writeRows(
  client: Client,
  table: TablePlan,
  { merchantId, cells, json, replaces }: WrittenRows,
): Promise<void> {
  const { later = [] } = table
  const name = escapeIdentifier(table.name)
  if (!table.hasPrimaryKey && replaces) await deleteKeys(client, table, json)
  const expressions = table.columns.map((column) => {
    if (later.includes(column)) return 'null'
    return column === 'pix_account_id' ? accountInTarget(cells) : `k.${escapeIdentifier(column)}`
  })
  await client.query(
    `insert into ${name} (${list(table.columns)}) select ${expressions.join(', ')} from ${given(table, 1)} k ${onConflict(table)}`,
    [json],
  )
  // A trigger has queued the copied events for the feed. But an event is already in the feed, or `finishCopy` queues
  // it.
  if (table.name === 'webhook_event')
    await client.query('delete from event_unsequenced where merchant_id = $1', [merchantId])
}

function onConflict(table: TablePlan): string {
  const { hasPrimaryKey, key, columns, later = [], merges } = table
  if (!hasPrimaryKey) return ''
  const changed = columns.filter((column) => !key.includes(column) && !later.includes(column))
  const conflict = `on conflict (${list(merges ? [merges.unique] : key)}) do`
  if (changed.length === 0) return `${conflict} nothing`
  return `${conflict} update set ${changed
    .map((column) => `${escapeIdentifier(column)} = ${copiedValue(table, column)}`)
    .join(', ')}`
}

/** Returns the SQL expression for the new value of a column, for a row that the target already has. */
function copiedValue({ name, merges }: TablePlan, column: string): string {
  const copied = `excluded.${escapeIdentifier(column)}`
  if (!merges || merges.owner.includes(column)) return copied
  const [own, latest] = [escapeIdentifier(name), escapeIdentifier(merges.latest)]
  return `case when ${own}.${latest} > coalesce(excluded.${latest}, '-infinity')
    then ${own}.${escapeIdentifier(column)} else ${copied} end`
}

/**
 * Returns the SQL expression for the name of a receiving account in the target. The ids of cells have only letters and
 * digits.
 */
const accountInTarget = ({ from, to }: Cells): string =>
  `case when k.pix_account_id like '${to}/%' then substr(k.pix_account_id, ${to.length + 2})
     when position('/' in k.pix_account_id) > 0 then k.pix_account_id
     else '${from}/' || k.pix_account_id end`

/** In the given rows, sets the columns that refer to a table that is copied later. */
export async function writeLater(client: Client, table: TablePlan, json: string): Promise<void> {
  const columns = (table.later ?? []).map(escapeIdentifier)
  if (columns.length === 0) return
  await client.query(
    `update ${escapeIdentifier(table.name)} t set ${columns.map((column) => `${column} = k.${column}`).join(', ')}
     from ${given(table, 1)} k where ${sameKey(table)}`,
    [json],
  )
}

/** Deletes the rows with the keys in `json`. */
export async function deleteKeys(client: Client, table: TablePlan, json: string): Promise<void> {
  await client.query(
    `delete from ${escapeIdentifier(table.name)} t using ${given(table, 1)} k where ${sameKey(table)}`,
    [json],
  )
}

/** The current state of rows that have changed. */
export interface ChangedRows {
  table: TablePlan
  /** The rows that exist, as JSON arrays. */
  written: string[]
  /** The keys of the rows that were deleted, as JSON arrays. */
  deleted: string[]
  count: number
}

/** Reads the current rows with these keys. */
export async function readChanged(
  client: Client,
  table: TablePlan,
  keys: readonly object[],
): Promise<ChangedRows> {
  const changed: ChangedRows = { table, written: [], deleted: [], count: keys.length }
  const name = escapeIdentifier(table.name)
  for (let first = 0; first < keys.length; first += BATCH_ROWS) {
    const part = keys.slice(first, first + BATCH_ROWS)
    const json = JSON.stringify(part)
    const { rows } = await client.query<{ row: string }>(
      `select to_json(found)::text as row from (
         select ${list(table.columns, 't')} from ${given(table, 1)} k join ${name} t on ${sameKey(table)}) found`,
      [json],
    )
    if (rows.length > 0) changed.written.push(jsonOf(rows))
    if (table.hasPrimaryKey && rows.length === part.length) continue
    const gone = await client.query<{ row: string }>(
      `select to_json(gone)::text as row from (
         select ${list(table.key, 'k')} from ${given(table, 1)} k
         where not exists (select from ${name} t where ${sameKey(table)})) gone`,
      [json],
    )
    if (gone.rows.length > 0) changed.deleted.push(jsonOf(gone.rows))
  }
  return changed
}
