import { beforeAll, expect, test } from 'vitest'
import { sql } from './kernel/database/sql.ts'
import { listSuspensionReasons } from './merchants/suspension-reasons.ts'
import type { ConsoleClient } from './testing/clients/console-client.ts'
import { seedConsoleLists } from './testing/fixtures/seed-console-lists.ts'
import { startConsole } from './testing/fixtures/start-console.ts'
import { readCsv } from './testing/clients/read-csv.ts'

/**
 * How many copies of a row the test inserts. The number is above any usual limit, so a list with a limit would miss
 * rows.
 */
const COPIES = 1_100
const MERCHANT_COPIES = 5_100

const { world, testConsole } = await startConsole()
let admin: ConsoleClient
beforeAll(async () => {
  const person = await testConsole.createPerson('admin')
  await seedConsoleLists(world, `staff:${person.id}`)
  admin = await testConsole.signInAs(person)
})

/**
 * Copies a row of a table many times. `changes` gives the columns that must differ, as SQL expressions of the copy's
 * number `n`.
 */
async function copyRows(table: string, where: string, changes: Record<string, string>): Promise<void> {
  const copies = table === 'merchant' ? MERCHANT_COPIES : COPIES
  const members = Object.entries({ id: 'gen_random_uuid()', ...changes })
  const changed = members.map(([name, value]) => `'${name}', ${value}`).join(', ')
  await sql(
    world.context(),
    `insert into ${table} select (jsonb_populate_record(source, jsonb_build_object(${changed}))).*
     from ${table} source cross join generate_series(1, ${copies}) n
     where source.id = (select id from ${table} where ${where} limit 1)`,
  )
}

const HASH = `'\\x' || encode(sha256(n::text::bytea), 'hex')`

interface Case {
  list: string
  copy: () => Promise<void>
  query: string
  exported?: object
}

const ofMerchant = () => `merchant_id = '${world.merchantId}'`
const CASES: Case[] = [
  {
    list: 'merchants',
    copy: () =>
      copyRows('merchant', `id = '${world.merchantId}'`, {
        name: `'Loja ' || n`,
        document: `lpad(n::text, 14, '0')`,
        bank_account_id: 'null',
      }),
    query: 'query { rows: merchants { id } }',
    exported: {},
  },
  {
    list: 'staff-members',
    copy: () => copyRows('staff', 'true', { email: `'p' || n || '@exemplo.com.br'` }),
    query: 'query { rows: staffMembers { id } }',
    exported: {},
  },
  {
    list: 'staff-invitations',
    copy: () =>
      copyRows('staff_invitation', 'true', { email: `'i' || n || '@exemplo.com.br'`, token_hash: HASH }),
    query: 'query { rows: staffInvitations { id } }',
    exported: {},
  },
  {
    list: 'api-keys',
    copy: () =>
      copyRows('api_key', ofMerchant(), { hash: HASH, prefix: `'copy_' || n`, revoked_at: 'created_at' }),
    query: 'query ($m: Uuid!) { rows: apiKeys(merchantId: $m) { id } }',
    exported: { merchantId: world.merchantId },
  },
  {
    list: 'webhook-endpoints',
    copy: () => copyRows('webhook_endpoint', `${ofMerchant()} and status = 'off'`, {}),
    query: 'query ($m: Uuid!) { rows: webhookEndpoints(merchantId: $m) { id } }',
    exported: { merchantId: world.merchantId, withOff: true },
  },
]

test.each(CASES)(
  'the list of $list and its export contain every row',
  async ({ list, copy, query, exported }) => {
    await copy()
    const { data, errors } = await admin.send<{ rows: { id: string }[] }>(query, { m: world.merchantId })
    expect(errors).toEqual([])
    expect(data?.rows.length).toBeGreaterThan(list === 'merchants' ? MERCHANT_COPIES : COPIES)
    const file = await admin.export({
      list,
      format: 'csv',
      zone: 'UTC',
      filter: exported,
      columns: [{ id: 'id' }],
    })
    const [, ...rows] = readCsv(await file.text())
    expect(rows.map(([id]) => id)).toEqual(data?.rows.map(({ id }) => id))
  },
)

test("the lists of a charge's refunds and of a merchant's suspension reasons return every row", async () => {
  await copyRows('refund', 'true', { idempotency_key: `'copy-' || n`, return_id: 'null' })
  await copyRows('financial_case', `kind = 'dispute' and status = 'open'`, {})
  const [refund] = await sql<{ charge_id: string }>(world.context(), 'select charge_id from refund limit 1')
  const refunds = await world.rest.get<{ items: object[] }>(`/v1/pix/charges/${refund?.charge_id}/refunds`)
  expect(refunds.body.items.length).toBeGreaterThan(COPIES)
  const reasons = await listSuspensionReasons(world.context(), world.merchantId)
  expect(reasons.filter(({ code }) => code === 'open_disputes').length).toBeGreaterThan(COPIES)
})

test('the home page shows twenty suspended merchants and the total number of them', async () => {
  await sql(
    world.context(),
    `update merchant set payouts_suspended = true
     where id in (select id from merchant where name like 'Loja %' order by id limit 31)`,
  )
  const { data } = await admin.send<{
    home: { finance: { suspendedMerchants: object[]; suspendedCount: number } }
  }>('{ home { finance { suspendedMerchants { merchantId } suspendedCount } } }')
  expect(data?.home.finance.suspendedMerchants).toHaveLength(20)
  expect(data?.home.finance.suspendedCount).toBeGreaterThanOrEqual(31)
})

test('the merchant export with a filter for one merchant contains only that merchant', async () => {
  const filter = { merchantId: world.merchantId }
  const file = await admin.export({
    list: 'merchants',
    format: 'csv',
    zone: 'UTC',
    filter,
    columns: [{ id: 'id' }],
  })
  expect(readCsv(await file.text())).toEqual([['id'], [world.merchantId]])
})
