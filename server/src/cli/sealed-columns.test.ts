import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { columnName } from '../kernel/sealed/sealed-column.ts'
import { World } from '../testing/world.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

/** The binary columns that contain digests. Every new binary column must be listed here or in SEALED_COLUMNS. */
const DIGESTS = [
  'api_key.hash',
  'audit_head.hash',
  'audit_link.hash',
  'audit_link.prev_hash',
  'audit_verdict.head_hash',
  'cell_api_key.hash',
  'charge.fingerprint',
  'charge.payer_document_hash',
  'dispute_file.sha256',
  'dispute_request.fingerprint',
  'journal_entry.hash',
  'journal_entry.prev_hash',
  'ledger_head.last_hash',
  'merchant.creation_fingerprint',
  'payout.fingerprint',
  'refund.fingerprint',
  'sign_in_throttle.subject',
  'staff_invitation.token_hash',
  'staff_password_link.token_hash',
  'staff_provider_sign_in.token_hash',
  'staff_recovery_code.hash',
  'staff_session.token_hash',
  'staff_sign_in.token_hash',
  'webhook_attempt.response_body',
]

/** Returns `table.column` for every column that the condition selects. */
async function columnsWhere(condition: string): Promise<string[]> {
  const rows = await sql<{ name: string }>(
    world.context(),
    `select table_name || '.' || column_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and ${condition}
       and not (select relispartition from pg_class where oid = format('%I', table_name)::regclass)
     order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('every binary column is a sealed column or a digest', async () => {
  const boxes = SEALED_COLUMNS.map(columnName)
  expect([...boxes, ...DIGESTS].toSorted()).toEqual(await columnsWhere(`data_type = 'bytea'`))
})

test('every column with the id of an encryption key belongs to a sealed column', async () => {
  const ids = SEALED_COLUMNS.map(({ table, keyId }) => `${table}.${keyId}`)
  expect(ids.toSorted()).toEqual(
    await columnsWhere(`column_name ~ '(^|_)key_id$' and data_type = 'text' and table_name <> 'api_key'`),
  )
})

test('the key of every sealed column is the primary key of its table', async () => {
  for (const { table, key } of SEALED_COLUMNS) {
    const columns = await sql<{ name: string; type: string }>(
      world.context(),
      `select attname as name, format_type(atttypid, null) as type from pg_index i
       cross join unnest(i.indkey) with ordinality as k (attnum, n)
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
       where i.indrelid = $1::text::regclass and i.indisprimary order by n`,
      [table],
    )
    expect(columns).toEqual(key.map((name) => ({ name, type: 'uuid' })))
  }
})

/** The files that may seal values. Key rotation finds such values only if their columns are in SEALED_COLUMNS. */
const SEALING = [
  'charges/issuance/create-charge.sql.ts',
  'kernel/sealed/reseal-column.ts',
  'kernel/sealed/sealed-bytes.ts',
  'merchants/bank-account.ts',
  'pix-accounts/account-secrets.ts',
  'staff/second-factor/totp-store.ts',
  'webhooks/endpoints/secret.ts',
]

test('only the files in SEALING encrypt values', () => {
  const folder = join(import.meta.dirname, '..')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const sealing = files.filter((file) => /\.seal\(/.test(readFileSync(join(folder, file), 'utf8')))
  expect(sealing.toSorted()).toEqual(SEALING)
})
