import type { Client } from 'pg'
import type { BenchMerchant, Deployment } from '../deployment.ts'
import type { Payable } from '../load/callbacks.ts'
import { createCharges } from '../load/closed-loop.ts'

const COLUMNS = `
  select quote_ident(attname) as name, atttypid = 'timestamptz'::regtype as "isTime" from pg_attribute
  where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`

/**
 * Returns the start of an INSERT statement, without the FROM clause. The statement copies row `t` of a table and sets
 * some columns to SQL expressions. Each column in `values` must exist; a column in `defaults` may be missing in the
 * table. If `shift` is given, adds `shift` to every time column without such an expression. Copies all remaining
 * columns, so a new column of the table needs no change here.
 */
export async function insertCopiesOf(
  client: Client,
  table: string,
  values: Record<string, string>,
  { defaults = {}, shift }: { defaults?: Record<string, string>; shift?: string } = {},
): Promise<string> {
  const { rows } = await client.query<{ name: string; isTime: boolean }>(COLUMNS, [table])
  const unknown = Object.keys(values).filter((name) => !rows.some((column) => column.name === name))
  if (unknown.length > 0) throw new Error(`BUG: ${table} has no column ${unknown.join(', ')}`)
  const expressions = rows.map(({ name, isTime }) => {
    const copied = isTime && shift !== undefined ? `t.${name} + ${shift}` : `t.${name}`
    return values[name] ?? defaults[name] ?? copied
  })
  return `insert into ${table} (${rows.map(({ name }) => name).join(', ')}) select ${expressions.join(', ')}`
}

/**
 * Creates one charge per merchant through the API. Returns a function that creates `count` pending copies of these
 * charges, for the merchants in turn.
 */
export async function createPendingCharges(
  { origin, owner }: Deployment,
  merchants: readonly BenchMerchant[],
): Promise<(count: number) => Promise<Payable[]>> {
  await createCharges(origin, merchants, { seconds: 60, connections: 8, callsMax: merchants.length })
  const { rows: templates } = await owner.query<{ id: string }>(
    'select id from charge where merchant_id = any($1::uuid[])',
    [merchants.map(({ id }) => id)],
  )
  let batches = 0
  return async (count) => {
    const name = `'c${batches++}-' || n`
    // The copies have no CPF, because an encrypted CPF can be decrypted only for its own charge.
    const document = { payer_document_box: 'null', payer_document_key_id: 'null' }
    const values = { id: 'uuidv7()', order_reference: name, idempotency_key: name, ...document }
    const insert = await insertCopiesOf(owner, 'charge', values, { shift: '(now() - t.created_at)' })
    const { rows } = await owner.query<Payable>(
      `${insert} from generate_series(1, $2::integer) n cross join (select * from charge where id = any($1::uuid[])) t
       order by n, t.merchant_id limit $3 returning id, amount_cents as "amountCents"`,
      [templates.map(({ id }) => id), Math.ceil(count / templates.length), Math.ceil(count)],
    )
    return rows
  }
}
