import { beforeAll, expect, test } from 'vitest'
import type { ConsoleClient } from '../testing/clients/console-client.ts'
import { aBankAccount } from '../testing/fixtures/bank-accounts.ts'
import { aPaidCharge, createCharge } from '../testing/fixtures/charges.ts'
import { aDispute } from '../testing/fixtures/disputes.ts'
import { balanceOf, settleEverything } from '../testing/fixtures/ledger.ts'
import { pay } from '../testing/fixtures/payout-lines.ts'
import { refusedRefund, requestRefund } from '../testing/fixtures/returns.ts'
import { startConsole } from '../testing/fixtures/start-console.ts'

const DAY_MS = 86_400_000

const { world, testConsole } = await startConsole({
  terms: { feePercentBps: 200, reserveBps: 1_000, reserveDays: 30 },
})
let support: ConsoleClient
beforeAll(async () => {
  support = await testConsole.signedIn('support')
})

const EFFECT = 'fromPendingCents fromAvailableCents fromReserveCents fromFeeCents shortCents'
const QUERY = `query ($id: Uuid!, $a: Cents) { charge(id: $id) {
  refundRefusal refundPreview(amountCents: $a) { refusal amountCents effect { ${EFFECT} } }
  payments { disputePreview { amountCents effect { ${EFFECT} } } } } }`

interface Preview {
  amountCents: string
  effect: Record<string, string> | null
}

interface Answer {
  charge: {
    refundRefusal: string | null
    refundPreview: Preview & { refusal: string | null }
    payments: { disputePreview: Preview }[]
  }
}

async function preview(id: string, amountCents: string | null = null) {
  const { data, errors } = await support.send<Answer>(QUERY, { id, a: amountCents })
  expect(errors).toEqual([])
  if (!data) throw new Error(`the query of the refund preview of charge ${id} returned no data`)
  return data.charge
}

const positions = async () => {
  const {
    pending_cents: pending,
    available_cents: available,
    contract_reserve_cents: reserve,
  } = await balanceOf(world.rest)
  return [pending, available, reserve].map((cents) => BigInt(cents ?? ''))
}

/** Returns the amount in centavos by which each position has decreased since `before`. */
const debits = async (before: bigint[]) =>
  (await positions()).map((cents, index) => ((before[index] ?? 0n) - cents).toString())

const shownDebits = (effect: Preview['effect']) => [
  effect?.['fromPendingCents'],
  effect?.['fromAvailableCents'],
  effect?.['fromReserveCents'],
]

test.each([
  ['pending money', false, null],
  ['available money', true, null],
  ['a part of pending money', false, '3333'],
])(
  'the preview of a refund of %s contains the same debits as the refund then posts',
  async (_, isSettled, cents) => {
    const paid = await aPaidCharge(world)
    if (isSettled) await settleEverything(world)
    const before = await positions()
    const { refundRefusal, refundPreview } = await preview(paid.id, cents)
    expect(refundRefusal).toBeNull()
    expect(refundPreview).toMatchObject({ refusal: null, amountCents: cents ?? '10000' })
    const sum = Object.values(refundPreview.effect ?? {}).reduce((total, part) => total + BigInt(part), 0n)
    expect(sum.toString()).toBe(refundPreview.amountCents)
    const { status } = await requestRefund(world.rest, paid.id, {
      amount_cents: Number(refundPreview.amountCents),
    })
    expect(status).toBe(201)
    expect(await debits(before)).toEqual(shownDebits(refundPreview.effect))
  },
)

test('the preview of a dispute contains the same debits as the dispute then posts', async () => {
  const paid = await aPaidCharge(world)
  const before = await positions()
  const { payments } = await preview(paid.id)
  expect(payments[0]?.disputePreview.amountCents).toBe('10000')
  await aDispute(world, paid)
  expect(await debits(before)).toEqual(shownDebits(payments[0]?.disputePreview.effect ?? null))
})

test('the preview of a refund refuses for the same reasons as the refund', async () => {
  const { body: unpaid } = await createCharge(world.rest)
  expect((await preview(unpaid.id)).refundRefusal).toBe('charge_not_refundable')
  const paid = await aPaidCharge(world)
  const tooMuch = await preview(paid.id, '10001')
  expect(tooMuch).toMatchObject({
    refundRefusal: null,
    refundPreview: { refusal: 'refund_exceeds_remaining', effect: null },
  })
  await requestRefund(world.rest, paid.id)
  expect((await preview(paid.id)).refundRefusal).toBe('refund_exceeds_remaining')
  const disputed = await aPaidCharge(world)
  await aDispute(world, disputed)
  expect((await preview(disputed.id)).refundRefusal).toBe('dispute_open')
})

test('when the balance cannot cover a refund, its preview has the refusal insufficient_balance', async () => {
  const { merchantId, rest } = await world.anotherMerchant()
  await aBankAccount(world, merchantId)
  const owner = { rest, network: world.network, settleInbox: () => world.settleInbox() }
  const paid = await aPaidCharge(owner)
  await settleEverything(world)
  await pay(world, merchantId, 9_800n)
  expect(await preview(paid.id)).toMatchObject({
    refundRefusal: null,
    refundPreview: { refusal: 'insufficient_balance', effect: null },
  })
  expect(await refusedRefund(rest, paid.id)).toBe('insufficient_balance')
})

test('the preview of an amount that is not positive is refused as invalid', async () => {
  const paid = await aPaidCharge(world)
  const { errors } = await support.send(QUERY, { id: paid.id, a: '0' })
  expect(errors[0]?.extensions).toMatchObject({ code: 'validation_error' })
})

test('for a charge that was paid more than 90 days ago, the preview has the refusal refund_window_expired', async () => {
  const old = await aPaidCharge(world)
  world.clock.advance(91 * DAY_MS)
  const renewed = await testConsole.signedIn('support')
  const { data } = await renewed.send<Answer>(QUERY, { id: old.id, a: null })
  expect(data?.charge).toMatchObject({
    refundRefusal: 'refund_window_expired',
    refundPreview: { refusal: 'refund_window_expired' },
  })
})
