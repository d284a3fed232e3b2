import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqlState, transaction } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { createMerchant } from '../merchants/create-merchant.ts'
import { World } from '../testing/world.ts'
import { recordAudit } from './record-audit.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

test.each([
  `update audit_entry set actor = 'somebody else'`,
  'delete from audit_entry',
  'truncate audit_entry',
  `update audit_link set hash = '\\x00'`,
  'delete from audit_link',
  'truncate audit_link',
  `insert into audit_link (position, entry_seq, prev_hash, hash, hash_version) values (9, 9, '\\x00', '\\x00', 1)`,
  'update audit_head set position = 0',
  'delete from audit_head',
  'select link_audit_entry(e) from audit_entry e',
  'alter table audit_entry disable trigger audit_entry_link',
])('the application role may not execute: %s', async (statement) => {
  const error: unknown = await sql(world.context(), statement).catch((thrown: unknown) => thrown)
  expect(sqlState(error)).toBe('42501')
})

test('a transaction is rolled back if the database refuses its audit entry', async () => {
  const attempt = transaction(world.context(), async (tx) => {
    await sql(tx, 'update merchant set name = $2 where id = $1', [world.merchantId, 'Outro nome'])
    await recordAudit(tx, { action: 'Not A Verb', target: { type: 'merchant', id: world.merchantId } })
  })
  await expect(attempt).rejects.toThrow('audit_entry_action_check')
  const [merchant] = await sql(world.context(), 'select name from merchant where id = $1', [world.merchantId])
  expect(merchant).toEqual({ name: 'Padaria São João' })
})

test('an audit entry contains actor, role, IP address, user agent and correlation id', async () => {
  const ctx = {
    ...world.context('staff:ana'),
    origin: { role: 'admin', ip: '192.0.2.7', userAgent: `Firefox${'x'.repeat(400)}` },
  }
  const { id } = await createMerchant(ctx, { name: 'Loja', document: '12345678901' })
  const [line] = await sql(
    world.context(),
    'select actor, role, action, target_type, ip, length(user_agent) as agent, correlation_id from audit_entry where target_id = $1',
    [id],
  )
  expect(line).toEqual({
    actor: 'staff:ana',
    role: 'admin',
    action: 'merchant.create',
    target_type: 'merchant',
    ip: '192.0.2.7',
    agent: 300,
    correlation_id: ctx.correlationId,
  })
})
