import { afterAll, beforeAll, expect, test } from 'vitest'
import { FinancialCase } from '../../cases/financial-case.entity.ts'
import { Merchant } from '../../merchants/merchant.entity.ts'
import { aDispute } from '../../testing/fixtures/disputes.ts'
import { aPaidCharge } from '../../testing/fixtures/charges.ts'
import { World } from '../../testing/world.ts'
import { registerEndpoint } from '../../webhooks/endpoints/register-endpoint.ts'
import { WebhookEndpoint } from '../../webhooks/endpoints/endpoint.entity.ts'
import { transaction } from '../context.ts'
import { lockRow } from './lock-row.ts'
import { sql } from './sql.ts'

let world: World
let caseId: string
let endpointId: string
beforeAll(async () => {
  world = await World.start()
  const url = 'https://loja.example/eventos'
  const { endpoint } = await registerEndpoint(world.context(), world.merchantId, { url, eventTypes: [] })
  endpointId = endpoint.id
  caseId = (await aDispute(world, await aPaidCharge(world))).caseId
})
afterAll(() => world.stop())

test('lockRow returns the same entity as a read by the ORM, including every column', async () => {
  const { merchantId } = world
  const read = world.context().em
  await transaction(world.context(), async (tx) => {
    expect(await lockRow(tx, FinancialCase, { merchantId, id: caseId })).toEqual(
      await read.findOneOrFail(FinancialCase, { merchantId, id: caseId }),
    )
    expect(await lockRow(tx, WebhookEndpoint, { merchantId, id: endpointId })).toEqual(
      await read.findOneOrFail(WebhookEndpoint, { merchantId, id: endpointId }),
    )
    expect(await lockRow(tx, Merchant, { id: merchantId })).toEqual(
      await read.findOneOrFail(Merchant, { id: merchantId }),
    )
  })
})

test('lockRow refreshes an entity that is already loaded, and later changes of the entity are saved', async () => {
  const key = { merchantId: world.merchantId, id: caseId }
  await transaction(world.context(), async (tx) => {
    const earlier = await tx.em.findOneOrFail(FinancialCase, key)
    await sql(world.context(), `update financial_case set exception = 'return_failed' where id = $1`, [
      caseId,
    ])
    const locked = await lockRow(tx, FinancialCase, key)
    expect(locked).toBe(earlier)
    expect(earlier.exception).toBe('return_failed')
    earlier.exception = null
    expect((await lockRow(tx, FinancialCase, key))?.exception).toBeNull()
    earlier.amountCents += 1n
  })
  const after = await world.context().em.findOneOrFail(FinancialCase, key)
  expect([after.exception, after.amountCents]).toEqual([null, 10_001n])
})

test('lockRow returns null for an unknown key', async () => {
  await transaction(world.context(), async (tx) => {
    expect(await lockRow(tx, FinancialCase, { merchantId: caseId, id: caseId })).toBeNull()
  })
})

test('while a row is locked, another transaction can insert a row that refers to it by a foreign key', async () => {
  const { merchantId } = world
  await transaction(world.context(), async (tx) => {
    await lockRow(tx, Merchant, { id: merchantId })
    await lockRow(tx, FinancialCase, { merchantId, id: caseId })
    const other = world.context()
    await transaction(other, async (second) => {
      await sql(second, `set local lock_timeout = '2s'`)
      await sql(
        second,
        `insert into refund (merchant_id, id, charge_id, case_id, amount_cents, status, metadata, idempotency_key,
           fingerprint, requested_at, created_at, updated_at)
         select merchant_id, $3, charge_id, id, 1, 'processing', '{}', 'chave-1', '', opened_at, opened_at, opened_at
         from financial_case where merchant_id = $1 and id = $2`,
        [merchantId, caseId, world.kit.ids.uuid(world.clock.now())],
      )
    })
    expect(await sql(tx, 'select from refund where case_id = $1', [caseId])).toHaveLength(1)
  })
})
