import { expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { cellOf, merchantIn } from '../testing/cell-merchants.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

const { world, testConsole } = await startConsole({ cells: ['a'], hasSandbox: true })

test('an action in a test account is in the audit log of the cell that has the merchant', async () => {
  const { merchantId } = await merchantIn(world, 'a')
  const admin = await testConsole.signedIn('admin')
  const created = await admin.send<{ createTestKey: { apiKey: { id: string } } }>(
    `mutation ($m: Uuid!) { createTestKey(input: { merchantId: $m, name: "teste", scopes: ["charges:read"] }) { apiKey { id } } }`,
    { m: merchantId },
  )
  expect(created.errors).toEqual([])
  const id = created.data?.createTestKey.apiKey.id
  const revoked = await admin.send<object>(
    'mutation ($m: Uuid!, $id: Uuid!) { revokeApiKey(merchantId: $m, id: $id) { id } }',
    { m: merchantId, id },
    { 'x-test-account': merchantId },
  )
  expect(revoked.errors).toEqual([])
  const rows = await sql<{ target_id: string }>(
    cellOf(world, 'a').kit.context('test'),
    "select target_id from audit_entry where merchant_id = $1 and action = 'api_key.revoke'",
    [merchantId],
  )
  expect(rows).toEqual([{ target_id: id }])
})
