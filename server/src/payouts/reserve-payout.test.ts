import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateTerms } from '../merchants/update-terms.ts'
import { auditOf } from '../testing/fixtures/audit-lines.ts'
import { aBankAccount } from '../testing/fixtures/bank-accounts.ts'
import { balanceOf, expectBalancedLedger, settleEverything } from '../testing/fixtures/ledger.ts'
import { aPaidCharge, anIdempotencyKey } from '../testing/fixtures/charges.ts'
import type { RestClient } from '../testing/clients/rest-client.ts'
import { World } from '../testing/world.ts'
import { completePayout } from './complete-payout.ts'
import { cancelPayout } from './cancel-payout.ts'
import { reservePayout } from './reserve-payout.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 0 } })
})
afterAll(() => world.stop())

/** Creates a merchant with an available balance of `cents`. */
async function merchantWith(cents: number): Promise<{ merchantId: string; rest: RestClient }> {
  const merchant = await world.anotherMerchant({ feePercentBps: 0, readRate: 100_000, writeRate: 100_000 })
  await aBankAccount(world, merchant.merchantId)
  await pay(merchant.rest, cents)
  return merchant
}

async function pay(rest: RestClient, cents: number): Promise<void> {
  const merchant = { rest, network: world.network, settleInbox: () => world.settleInbox() }
  await aPaidCharge(merchant, { amount_cents: cents })
  await settleEverything(world)
}

const reserve = (merchantId: string, amountCents: bigint, idempotencyKey: string) =>
  reservePayout(world.context('staff:ana'), merchantId, { amountCents, idempotencyKey })

test('a repeated idempotency key returns the payout in its current state and moves no money', async () => {
  const { merchantId, rest } = await merchantWith(10_000)
  const key = anIdempotencyKey()
  const first = await reserve(merchantId, 3_000n, key)
  const second = await reserve(merchantId, 3_000n, key)
  expect(second).toMatchObject({ id: first.id, state: 'reserved' })
  expect(await balanceOf(rest)).toMatchObject({ available_cents: '7000', payout_reserved_cents: '3000' })
  expect(await auditOf(world.context(), first.id)).toMatchObject([{ action: 'payout.reserve' }])

  const made = { externalReference: 'TED-1', paidAt: world.clock.now() }
  await completePayout(world.context(), merchantId, first.id, made)
  expect(await reserve(merchantId, 3_000n, key)).toMatchObject({ id: first.id, state: 'paid', ...made })
  expect(await balanceOf(rest)).toMatchObject({ available_cents: '7000', payout_reserved_cents: '0' })
  await expectBalancedLedger(world, rest)
})

test('twenty concurrent reservations with one idempotency key create one payout', async () => {
  const { merchantId, rest } = await merchantWith(10_000)
  const key = anIdempotencyKey()
  const payouts = await Promise.all(Array.from({ length: 20 }, () => reserve(merchantId, 400n, key)))
  expect(new Set(payouts.map(({ id }) => id)).size).toBe(1)
  expect(await balanceOf(rest)).toMatchObject({ available_cents: '9600', payout_reserved_cents: '400' })
  await expectBalancedLedger(world, rest)
})

test('a used idempotency key with another amount or reason is refused, and no money moves', async () => {
  const { merchantId, rest } = await merchantWith(10_000)
  const key = anIdempotencyKey()
  const first = await reserve(merchantId, 1_000n, key)
  const conflict = { code: 'idempotency_conflict' }
  await expect(reserve(merchantId, 1_001n, key)).rejects.toMatchObject(conflict)
  const forced = { amountCents: 1_000n, forceReason: 'Acordo', idempotencyKey: key }
  await expect(reservePayout(world.context(), merchantId, forced)).rejects.toMatchObject(conflict)
  await cancelPayout(world.context(), merchantId, first.id, 'Conta encerrada')
  await expect(reserve(merchantId, 1_001n, key)).rejects.toMatchObject(conflict)
  expect(await balanceOf(rest)).toMatchObject({ available_cents: '10000', payout_reserved_cents: '0' })
})

test('two merchants can use the same idempotency key', async () => {
  const one = await merchantWith(1_000)
  const other = await merchantWith(1_000)
  const key = anIdempotencyKey()
  const first = await reserve(one.merchantId, 100n, key)
  const second = await reserve(other.merchantId, 200n, key)
  expect(second.id).not.toBe(first.id)
  expect(await balanceOf(one.rest)).toMatchObject({ payout_reserved_cents: '100' })
  expect(await balanceOf(other.rest)).toMatchObject({ payout_reserved_cents: '200' })
})

test('a refused reservation does not use up its idempotency key', async () => {
  const { merchantId, rest } = await merchantWith(1_000)
  const key = anIdempotencyKey()
  await expect(reserve(merchantId, 5_000n, key)).rejects.toMatchObject({
    details: { reason: 'insufficient_balance' },
  })
  await pay(rest, 4_000)
  expect(await reserve(merchantId, 5_000n, key)).toMatchObject({ state: 'reserved' })
})

test('repeating a reservation returns the first payout, even after payouts were suspended', async () => {
  const { merchantId } = await merchantWith(1_000)
  const key = anIdempotencyKey()
  const first = await reserve(merchantId, 1_000n, key)
  await updateTerms(world.context(), merchantId, { payoutsSuspended: true })
  expect(await reserve(merchantId, 1_000n, key)).toMatchObject({ id: first.id })
})

test('an empty, too short or too long idempotency key is refused, and the error names the field', async () => {
  const { merchantId } = await merchantWith(1_000)
  for (const [key, code] of [
    ['', 'too_short'],
    ['curta', 'too_short'],
    ['x'.repeat(121), 'too_long'],
  ] as const)
    await expect(reserve(merchantId, 100n, key)).rejects.toMatchObject({
      code: 'validation_error',
      details: { fields: [{ path: 'idempotency_key', code }] },
    })
})
