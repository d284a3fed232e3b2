import { escapeIdentifier, type Client } from 'pg'
import { systemClock } from '../../kernel/clock.ts'
import { sqlState } from '../../kernel/context.ts'
import { inTransaction } from './copy-merchant.sql.ts'
import { list, type TablePlan } from './table-plan.sql.ts'
import { merchantColumn } from './rules.ts'

/**
 * How long an SQL statement waits for the lock of a table, in milliseconds. Later SQL statements on the table wait
 * behind this one.
 */
const LOCK_MS = 200
const PAUSE_MS = 250
const ATTEMPTS_MAX = 240

/** SQLSTATE of a lock timeout and of a deadlock. */
const IS_BLOCKED = ['55P03', '40P01']

const POLICY = 'merchant_is_here'
const READ_POLICY = 'merchant_can_be_read'

/** The names of the triggers that log the changes of a merchant. Several merchants may move at the same time. */
const triggersOf = (merchantId: string): { changes: string; deletes: string } => {
  const id = merchantId.replaceAll('-', '')
  return { changes: `log_changes_${id}`, deletes: `log_deletes_${id}` }
}

/**
 * Returns the SQL condition that a row belongs to a merchant whose rows are not hidden, or to no merchant. For example,
 * a notice of an unknown payment belongs to no merchant. PostgreSQL evaluates the subquery of the array only once per
 * SQL statement.
 */
const isHere = (column: string): string =>
  `(${column} <> all (array(select merchant_id from merchant_move where state in ('frozen', 'left', 'arriving')))) is not false`

/** Hides the rows of frozen, leaving and arriving merchants from the roles of the service. */
export function turnHidingOn(client: Client, plan: readonly TablePlan[]): Promise<void> {
  return alone(client, async () => {
    for (const table of hideable(plan)) {
      const column = merchantColumn(table)
      if (column === undefined || (await isHiding(client, table))) continue
      const name = escapeIdentifier(table.name)
      await withLock(client, async () => {
        await client.query(`create policy ${POLICY} on ${name} using (${isHere(column)})`)
        if (table.visible === 'read')
          await client.query(`create policy ${READ_POLICY} on ${name} for select using (true)`)
        await client.query(`alter table ${name} enable row level security`)
      })
    }
  })
}

/** Turns the hiding off, unless a merchant of the cell still has hidden rows or moves. */
export function turnHidingOff(client: Client, plan: readonly TablePlan[]): Promise<void> {
  return alone(client, async () => {
    const { rows } = await client.query(`select from merchant_move where state <> 'gone' limit 1`)
    if (rows.length > 0) return
    for (const table of hideable(plan)) {
      if (!(await isHiding(client, table))) continue
      const name = escapeIdentifier(table.name)
      await withLock(client, async () => {
        await client.query(`alter table ${name} disable row level security`)
        await client.query(`drop policy ${POLICY} on ${name}`)
        await client.query(`drop policy if exists ${READ_POLICY} on ${name}`)
      })
    }
  })
}

/** Runs `work` while no other move turns the hiding in this cell on or off. */
async function alone(client: Client, work: () => Promise<void>): Promise<void> {
  const key = `hashtextextended('hide-tables', 0)`
  await client.query(`select pg_advisory_lock(${key})`)
  try {
    await work()
  } finally {
    await client.query(`select pg_advisory_unlock(${key})`)
  }
}

/**
 * Returns the tables whose rows can be hidden. The move writes new rows into `merchant_pix_account`. No process may
 * read these rows before the switch.
 */
const hideable = (
  plan: readonly TablePlan[],
): Pick<TablePlan, 'name' | 'merchant' | 'through' | 'visible'>[] => [
  ...plan.filter(({ visible, through }) => visible !== 'all' && !through),
  { name: 'event_unsequenced' },
  { name: 'merchant_pix_account' },
]

async function isHiding(client: Client, { name }: { name: string }): Promise<boolean> {
  const { rows } = await client.query(
    'select from pg_policy where polrelid = to_regclass($1) and polname = $2',
    [escapeIdentifier(name), POLICY],
  )
  return rows.length > 0
}

/** Creates the triggers that log the changed rows of a merchant. */
export async function startLog(
  client: Client,
  plan: readonly TablePlan[],
  merchantId: string,
): Promise<void> {
  const { changes, deletes } = triggersOf(merchantId)
  for (const table of plan) {
    const name = escapeIdentifier(table.name)
    const column = merchantColumn(table)
    const call = `execute function log_merchant_change('${merchantId}', '${table.name}', '${table.key.join(',')}')`
    const when = (row: 'new' | 'old'): string =>
      column === undefined ? '' : `when (${row}.${escapeIdentifier(column)} = '${merchantId}')`
    await withLock(client, async () => {
      for (const trigger of [changes, deletes])
        await client.query(`drop trigger if exists ${trigger} on ${name}`)
      await client.query(
        `create trigger ${changes} after insert or update on ${name} for each row ${when('new')} ${call}`,
      )
      await client.query(
        `create trigger ${deletes} after delete on ${name} for each row ${when('old')} ${call}`,
      )
    })
  }
}

/** Drops the triggers that `startLog` created, and deletes the changes that they logged. */
export async function stopLog(client: Client, plan: readonly TablePlan[], merchantId: string): Promise<void> {
  const triggers = Object.values(triggersOf(merchantId))
  for (const table of plan) {
    const { rows } = await client.query(
      `select from pg_trigger where tgrelid = to_regclass($1) and tgname = any($2) limit 1`,
      [escapeIdentifier(table.name), triggers],
    )
    if (rows.length === 0) continue
    await withLock(client, async () => {
      for (const trigger of triggers)
        await client.query(`drop trigger if exists ${trigger} on ${escapeIdentifier(table.name)}`)
    })
  }
  await client.query('delete from merchant_change where merchant_id = $1', [merchantId])
}

/**
 * Runs `work` in a transaction that waits at most LOCK_MS for each lock. Repeats the transaction after a timeout or a
 * deadlock, at most ATTEMPTS_MAX times in total.
 */
async function withLock(client: Client, work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${LOCK_MS}`)
        await work()
      })
    } catch (error) {
      if (!IS_BLOCKED.includes(sqlState(error) ?? '') || tried === ATTEMPTS_MAX) throw error
      await systemClock.sleep(PAUSE_MS)
    }
  }
}

const PARTITIONED = ['webhook_event', 'webhook_attempt', 'request_log']

/**
 * Creates the partitions that the source has and the target lacks, so that both cells keep old rows for the same time.
 */
export async function copyPartitions(source: Client, target: Client): Promise<void> {
  const { rows } = await source.query<{ parent: string; name: string; bound: string; column: string }>(
    `select i.inhparent::regclass::text as parent, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound,
       (select attname::text from pg_attribute where attrelid = i.inhparent and attnum = p.partattrs[0]) as column
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_partitioned_table p on p.partrelid = i.inhparent
     where i.inhparent = any($1::text[]::regclass[]) and c.relname !~ '_default$' order by c.relname`,
    [PARTITIONED],
  )
  for (const { parent, name, bound, column } of rows) {
    const known = await target.query('select from pg_class where oid = to_regclass($1)', [
      escapeIdentifier(name),
    ])
    if (known.rows.length > 0) continue
    const [from = '', to = ''] = Array.from(bound.matchAll(/'([^']+)'/g), ([, moment]) => moment ?? '')
    await withLock(target, async () => {
      const [table, whole, key] = [name, parent, column].map(escapeIdentifier)
      await target.query(`create table ${table} (like ${whole} including all)`)
      await target.query(
        `with moved as (delete from ${escapeIdentifier(`${parent}_default`)}
           where ${key} >= '${from}' and ${key} < '${to}' returning *)
         insert into ${table} (${list(await columnsOf(target, name))}) select ${list(await columnsOf(target, name))} from moved`,
      )
      await target.query(
        `alter table ${whole} attach partition ${table} for values from ('${from}') to ('${to}')`,
      )
    })
  }
}

async function columnsOf(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = to_regclass($1) and attnum > 0 and not attisdropped
     order by attnum`,
    [escapeIdentifier(table)],
  )
  return rows.map(({ name }) => name)
}
