import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { listAllMerchants } from './merchant.queries.ts'
import { updateTerms } from './update-terms.ts'
import { createCharge } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { readBalance } from '../ledger/balance.ts'
import { createMerchant } from './create-merchant.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const recordsOf = (merchantId: string) =>
  sql(
    world.context(),
    'select actor, action, before, after from audit_entry where merchant_id = $1 order by seq',
    [merchantId],
  )

test('a new merchant has the default terms and a balance of zero', async () => {
  const merchant = await createMerchant(world.context('cli'), { name: 'Café', document: '12ABC34501DE35' })
  expect(merchant).toMatchObject({
    environment: 'production',
    pixEnabled: true,
    feePercentBps: 200,
    feeFixedCents: 0n,
    reserveBps: 0,
    settlementDelayDays: 0,
    refundFeePolicy: 'prorata',
    writeRate: 25,
    readRate: 50,
    searchRate: 5,
  })
  expect(await readBalance(world.context(), merchant.id)).toMatchObject({ totalCents: 0n, pendingCents: 0n })
  expect(await recordsOf(merchant.id)).toEqual([
    expect.objectContaining({ actor: 'cli', action: 'merchant.create', before: null }),
  ])
})

test("the service's own merchant is not listed", async () => {
  const names = (await listAllMerchants(world.context())).map(({ name }) => name)
  expect(names).toContain('Padaria São João')
  expect(names).not.toContain('Conta da casa')
})

test('invalid terms are refused with every invalid field, and no merchant is created', async () => {
  const before = await listAllMerchants(world.context())
  const terms = { feePercentBps: 10_001, feeFixedCents: -1n, reserveDays: 1.5, writeRate: 0 }
  await expect(
    createMerchant(world.context(), { name: 'X', document: '12345678901', terms }),
  ).rejects.toMatchObject({
    code: 'validation_error',
    details: {
      fields: [
        { path: 'feePercentBps', code: 'out_of_range' },
        { path: 'feeFixedCents', code: 'out_of_range' },
        { path: 'reserveDays', code: expect.anything() },
        { path: 'writeRate', code: 'out_of_range' },
      ],
    },
  })
  await expect(createMerchant(world.context(), { name: '', document: '123' })).rejects.toMatchObject({
    details: {
      fields: [
        { path: 'name', code: 'too_short' },
        { path: 'document', code: 'format' },
      ],
    },
  })
  expect(await listAllMerchants(world.context())).toHaveLength(before.length)
})

test('new terms apply only to new charges, and the change is audited', async () => {
  const { merchantId, rest } = await world.anotherMerchant({ feePercentBps: 300 })
  const existing = await createCharge(rest)
  const changed = await updateTerms(world.context('cli'), merchantId, {
    feePercentBps: 100,
    reserveBps: undefined,
  })
  expect(changed).toMatchObject({ feePercentBps: 100, reserveBps: 0 })
  const fresh = await createCharge(rest)
  const again = await rest.get(`/v1/pix/charges/${existing.body.id}`)
  expect([existing.body, again.body, fresh.body]).toMatchObject([
    { fee_percent_bps: 300 },
    { fee_percent_bps: 300 },
    { fee_percent_bps: 100 },
  ])
  expect((await recordsOf(merchantId)).at(-1)).toMatchObject({
    action: 'merchant.update_terms',
    before: { feePercentBps: 300, feeFixedCents: '0' },
    after: { feePercentBps: 100, feeFixedCents: '0' },
  })
})

test.each(['not-an-id', '01890000-0000-7000-8000-000000000000'])(
  'updating the terms of the unknown merchant %s fails with account_not_found',
  async (id) => {
    await expect(updateTerms(world.context(), id, { feePercentBps: 1 })).rejects.toMatchObject({
      details: { reason: 'account_not_found' },
    })
  },
)

test('concurrent calls with the same idempotency key create one merchant, and a call with another body is refused', async () => {
  const before = await listAllMerchants(world.context())
  const input = { name: 'Livraria', document: '12345678000195', idempotencyKey: 'livraria-1' }
  const merchants = await Promise.all([1, 2, 3].map(() => createMerchant(world.context(), input)))
  expect(new Set(merchants.map(({ id }) => id)).size).toBe(1)
  expect(await listAllMerchants(world.context())).toHaveLength(before.length + 1)
  await expect(
    createMerchant(world.context(), { ...input, terms: { feePercentBps: 1 } }),
  ).rejects.toMatchObject({ code: 'idempotency_conflict' })
})
