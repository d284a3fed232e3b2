import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { updateTerms } from '../merchants/update-terms.ts'
import { aBankAccount } from '../testing/fixtures/bank-accounts.ts'
import { balanceOf, expectBalancedLedger, settleEverything } from '../testing/fixtures/ledger.ts'
import { anIdempotencyKey, aPaidCharge } from '../testing/fixtures/charges.ts'
import type { RestClient } from '../testing/clients/rest-client.ts'
import { World } from '../testing/world.ts'
import { completePayout } from './complete-payout.ts'
import { cancelPayout } from './cancel-payout.ts'
import type { PayoutAmount } from './payout-input.ts'
import { recordPayout } from './record-payout.ts'
import { reservePayout } from './reserve-payout.ts'

interface PayoutJson {
  id: string
  amount_cents: string
  external_reference: string
  paid_at: string
}
interface PageJson {
  items: PayoutJson[]
  next_cursor: string | null
}

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 0 } })
})
afterAll(() => world.stop())

/** Creates a merchant with an available balance of `cents`. */
async function merchantWith(cents: number): Promise<{ merchantId: string; rest: RestClient }> {
  const merchant = await world.anotherMerchant({ feePercentBps: 0, readRate: 100_000, writeRate: 100_000 })
  await aBankAccount(world, merchant.merchantId)
  await aPaidCharge(
    { rest: merchant.rest, network: world.network, settleInbox: () => world.settleInbox() },
    { amount_cents: cents },
  )
  await settleEverything(world)
  return merchant
}

const transfer = (externalReference: string, paidAt = world.clock.now()) => ({ externalReference, paidAt })

/** Reserves a payout with a new idempotency key. */
const reserve = (merchantId: string, amount: PayoutAmount) =>
  reservePayout(world.context(), merchantId, { ...amount, idempotencyKey: anIdempotencyKey() })

const payoutsOf = async (rest: RestClient, query = '') =>
  (await rest.get<PageJson>(`/v1/payouts/by-service${query}`)).body

test('a payout reduces the available balance, appears in the list, and shows its reference in the statement', async () => {
  const { merchantId, rest } = await merchantWith(10_000)
  const payout = await recordPayout(world.context('cli'), merchantId, {
    amountCents: 4_000n,
    ...transfer('TED-1'),
  })
  expect(await balanceOf(rest)).toMatchObject({ available_cents: '6000', total_cents: '6000' })
  const item = {
    id: payout.id,
    amount_cents: '4000',
    external_reference: 'TED-1',
    paid_at: payout.paidAt?.toISOString(),
  }
  expect(await payoutsOf(rest)).toEqual({ items: [item], next_cursor: null })
  const { body } = await rest.get<{ items: Record<string, unknown>[] }>('/v1/statement')
  expect(body.items.find((line) => line['event_type'] === 'gateway.external_payout')).toMatchObject({
    description: 'TED-1',
    source_type: 'gateway',
    source_id: merchantId,
    position: 'available',
    amount_cents: '-4000',
    economic_at: item.paid_at,
    payout: { id: payout.id, external_reference: 'TED-1', paid_at: item.paid_at },
    service: null,
    financial_case: null,
  })
  const events = await sql<{ data: object }>(
    world.context(),
    `select body::jsonb -> 'data' as data from webhook_event where type = 'payout.paid' and merchant_id = $1`,
    [merchantId],
  )
  expect(events).toEqual([
    {
      data: {
        payout_id: payout.id,
        amount_cents: '4000',
        external_reference: 'TED-1',
        paid_at: item.paid_at,
      },
    },
  ])
  await expectBalancedLedger(world, rest)
})

test('the external reference of a payout must be unique only among the payouts of one merchant', async () => {
  const { merchantId, rest } = await merchantWith(10_000)
  const other = await merchantWith(10_000)
  const input = { amountCents: 100n, ...transfer('TED-2') }
  await recordPayout(world.context(), merchantId, input)
  await expect(recordPayout(world.context(), merchantId, input)).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'external_reference_in_use' },
  })
  const twenty = Array.from({ length: 20 }, () =>
    recordPayout(world.context(), merchantId, { ...input, externalReference: 'TED-3' }),
  )
  const results = await Promise.allSettled(twenty)
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  await recordPayout(world.context(), other.merchantId, input)
  expect(await balanceOf(rest)).toMatchObject({ available_cents: '9800' })
  await expectBalancedLedger(world, rest)
})

test('twenty concurrent payouts and reservations never exceed the available balance', async () => {
  const { merchantId, rest } = await merchantWith(10_000)
  const twenty = Array.from({ length: 20 }, (_, n) =>
    n % 2 === 0
      ? recordPayout(world.context(), merchantId, { amountCents: 1_500n, ...transfer(`RACE-${n}`) })
      : reserve(merchantId, { amountCents: 1_500n }),
  )
  const results = await Promise.allSettled(twenty)
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  const tooMuch = { details: { reason: 'insufficient_balance' } }
  expect(refusals).toMatchObject(Array.from({ length: 14 }, () => tooMuch))
  expect(await balanceOf(rest)).toMatchObject({ available_cents: '1000' })
  await expectBalancedLedger(world, rest)
})

test('while payouts are suspended, only a payout with a force reason succeeds, and the audit log contains the reason', async () => {
  const { merchantId, rest } = await merchantWith(5_000)
  await updateTerms(world.context(), merchantId, { payoutsSuspended: true })
  const input = { amountCents: 1_000n, ...transfer('TED-4') }
  const suspended = { code: 'conflict', details: { reason: 'payouts_suspended' } }
  await expect(recordPayout(world.context(), merchantId, input)).rejects.toMatchObject(suspended)
  await expect(reserve(merchantId, input)).rejects.toMatchObject(suspended)
  expect(await balanceOf(rest)).toMatchObject({ available_cents: '5000' })

  await recordPayout(world.context('staff:ana'), merchantId, { ...input, forceReason: 'Acordo judicial' })
  expect(await balanceOf(rest)).toMatchObject({ available_cents: '4000' })
  const [audit] = await sql<{ actor: string; reason: string }>(
    world.context(),
    `select actor, reason from audit_entry where action = 'payout.record' and merchant_id = $1`,
    [merchantId],
  )
  expect(audit).toEqual({ actor: 'staff:ana', reason: 'Acordo judicial' })
  await expectBalancedLedger(world, rest)
})

test('a completed reservation is listed as a payout, and the money of a cancelled one becomes available again', async () => {
  const { merchantId, rest } = await merchantWith(10_000)
  const first = await reserve(merchantId, { amountCents: 3_000n })
  const second = await reserve(merchantId, { amountCents: 2_000n })
  expect(await balanceOf(rest)).toMatchObject({
    available_cents: '5000',
    payout_reserved_cents: '5000',
    total_cents: '10000',
  })
  expect((await payoutsOf(rest)).items).toEqual([])
  await completePayout(world.context(), merchantId, first.id, transfer('TED-5'))
  await cancelPayout(world.context(), merchantId, second.id, 'Conta bancária encerrada')
  expect(await balanceOf(rest)).toMatchObject({
    available_cents: '7000',
    payout_reserved_cents: '0',
    total_cents: '7000',
  })
  expect((await payoutsOf(rest)).items).toMatchObject([{ id: first.id, external_reference: 'TED-5' }])
  const ended = { code: 'conflict', details: { reason: 'payout_not_reserved' } }
  await expect(
    completePayout(world.context(), merchantId, second.id, transfer('TED-6')),
  ).rejects.toMatchObject(ended)
  await expect(cancelPayout(world.context(), merchantId, first.id, 'x')).rejects.toMatchObject(ended)
  await expectBalancedLedger(world, rest)
})

test('a zero amount, a future time and an empty reference are refused, and the error names the fields', async () => {
  const { merchantId, rest } = await merchantWith(1_000)
  const later = new Date(world.clock.now().getTime() + 60_000)
  await expect(
    recordPayout(world.context(), merchantId, { amountCents: 0n, ...transfer('TED-7') }),
  ).rejects.toMatchObject({ details: { fields: [{ path: 'amount_cents', code: 'out_of_range' }] } })
  await expect(
    recordPayout(world.context(), merchantId, { amountCents: 1n, ...transfer('', later) }),
  ).rejects.toMatchObject({
    details: {
      fields: [
        { path: 'external_reference', code: 'too_short' },
        { path: 'paid_at', code: 'out_of_range' },
      ],
    },
  })
  expect(await balanceOf(rest)).toMatchObject({ available_cents: '1000' })
})

test('the pages of the payout list contain each payout once, newest first, and none recorded after the first page', async () => {
  const { merchantId, rest } = await merchantWith(10_000)
  const start = world.clock.now().getTime() - 10_000
  for (const n of [3, 1, 4, 2, 5]) {
    const made = transfer(`PAGE-${n}`, new Date(start + n))
    await recordPayout(world.context(), merchantId, { amountCents: BigInt(n), ...made })
  }
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: PageJson = await payoutsOf(rest, `?limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push(...page.items.map((item) => item.external_reference))
    cursor = page.next_cursor
    const backDated = transfer(`BETWEEN-${seen.length}`, new Date(start + 1))
    await recordPayout(world.context(), merchantId, { amountCents: 1n, ...backDated })
  }
  expect(seen).toEqual(['PAGE-5', 'PAGE-4', 'PAGE-3', 'PAGE-2', 'PAGE-1'])
  expect((await payoutsOf(rest)).items).toHaveLength(8)

  const { next_cursor: cursor } = await payoutsOf(rest, '?limit=1')
  const other = await merchantWith(100)
  expect((await other.rest.get(`/v1/payouts/by-service?limit=1&cursor=${cursor}`)).status).toBe(422)
  expect((await rest.get('/v1/payouts/by-service?limit=201')).status).toBe(422)
  const without = await world.restWith(['balance:read'])
  expect((await without.get('/v1/payouts/by-service')).status).toBe(403)
})
