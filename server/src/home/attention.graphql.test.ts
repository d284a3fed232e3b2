import { expect, test } from 'vitest'
import { HELD_TOO_LONG_MS } from '../cases/held-too-long.ts'
import { decideDispute } from '../disputes/decide-dispute.ts'
import { openException } from '../exceptions/exceptions.ts'
import { plusMs } from '../kernel/clock.ts'
import { sql } from '../kernel/database/sql.ts'
import { reservePayout } from '../payouts/reserve-payout.ts'
import { aBankAccount } from '../testing/fixtures/bank-accounts.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { aDispute } from '../testing/fixtures/disputes.ts'
import { settleEverything } from '../testing/fixtures/ledger.ts'
import { requestRefund } from '../testing/fixtures/returns.ts'
import { startWebhookConsole } from '../testing/fixtures/start-console.ts'
import type { WebhookMerchant } from '../testing/fixtures/webhook-fixture.ts'
import type { ConsoleClient } from '../testing/clients/console-client.ts'

const DAY_MS = 86_400_000

const { fixture, testConsole } = await startWebhookConsole()

interface Home {
  attention: { kind: string }[]
  attentionCounts: { kind: string; count: number }[]
  support: { openDisputes: number } | null
}

async function home(browser: ConsoleClient, merchantId: string): Promise<Home> {
  const { data, errors } = await browser.send<{ home: Home }>(
    `query ($m: Uuid) { home(merchantId: $m) {
      attention { kind id label amountCents dueAt since merchant { id } } attentionCounts { kind count }
      support { openDisputes } } }`,
    { m: merchantId },
  )
  expect(errors).toEqual([])
  if (!data) throw new Error(`the query home of merchant ${merchantId} returned no data`)
  return data.home
}

test('the attention list of support omits the payouts and differences that an administrator sees', async () => {
  const { world } = fixture
  const ctx = world.context('staff:1')
  const shop = await fixture.createMerchant()
  const network = { rest: shop.rest, network: world.network, settleInbox: () => world.settleInbox() }
  const paid = await aPaidCharge(network, { amount_cents: 8_000 })
  await settleEverything(world)
  await aBankAccount(world, shop.merchantId)
  const payout = await reservePayout(ctx, shop.merchantId, {
    amountCents: 1_000n,
    idempotencyKey: 'reserva-1',
  })
  const difference = { recorded_cents: '5000', listed_cents: '4990' }
  const exception = {
    kind: 'amount_differs' as const,
    endToEndId: 'E1',
    paymentId: null,
    details: difference,
  }
  await openException(ctx, shop.merchantId, exception, plusMs(world.clock.now(), 1_000))
  const { body: failed } = await requestRefund(shop.rest, paid.id, { amount_cents: 2_000 })
  await sql(ctx, `update refund set status = 'failed', failure_code = 'return_refused' where id = $1`, [
    failed.id,
  ])
  world.clock.advance(2_000)
  world.network.pay({ txid: paid.pix?.txid ?? '' })
  await world.settleInbox()
  const isOverdue = async () => {
    const { data } = await (
      await testConsole.signedIn('admin')
    ).send<{ cases: { nodes: { isReturnOverdue: boolean }[] } }>(
      `query ($m: Uuid) { cases(merchantId: $m, kind: [held_payment]) { nodes { isReturnOverdue } } }`,
      { m: shop.merchantId },
    )
    return data?.cases.nodes.map((row) => row.isReturnOverdue)
  }
  const before = await home(await testConsole.signedIn('admin'), shop.merchantId)
  expect(before.attention.map(({ kind }) => kind)).not.toContain('held_payment')
  expect(await isOverdue()).toEqual([false])
  world.clock.advance(HELD_TOO_LONG_MS + 1)
  expect(await isOverdue()).toEqual([true])

  const admin = await testConsole.signedIn('admin')
  const { attention, attentionCounts } = await home(admin, shop.merchantId)
  expect(attention).toMatchObject([
    { kind: 'refund_failed', id: failed.id, amountCents: '2000', label: paid.order_reference },
    { kind: 'payout_reserved', id: payout.id, amountCents: '1000', dueAt: null },
    { kind: 'difference', amountCents: '-10', label: 'E1', dueAt: null },
    { kind: 'held_payment', amountCents: '8000', label: paid.order_reference, dueAt: null },
  ])
  expect(attentionCounts.filter(({ count }) => count > 0)).toHaveLength(4)
  const { attention: ofSupport } = await home(await testConsole.signedIn('support'), shop.merchantId)
  expect(ofSupport.map(({ kind }) => kind)).toEqual(['refund_failed', 'held_payment'])

  await requestRefund(shop.rest, paid.id, { amount_cents: 2_000 })
  expect((await home(admin, shop.merchantId)).attention.map(({ kind }) => kind)).not.toContain(
    'refund_failed',
  )
})

/** Opens a dispute of a new charge. The merchant can answer for `days` days. */
async function openNewDispute(shop: WebhookMerchant, days: number): Promise<{ id: string }> {
  const { world } = fixture
  const network = { rest: shop.rest, network: world.network, settleInbox: () => world.settleInbox() }
  const owner = { context: (actor: string) => world.context(actor), merchantId: shop.merchantId }
  const answerUntil = plusMs(world.clock.now(), days * DAY_MS)
  return { id: (await aDispute(owner, await aPaidCharge(network), { answerUntil })).caseId }
}

test('the attention list contains open disputes by deadline, with passed deadlines last', async () => {
  const { world } = fixture
  const shop = await fixture.createMerchant()
  const past = await openNewDispute(shop, 1)
  const [urgent, late] = [await openNewDispute(shop, 2), await openNewDispute(shop, 6)]
  world.clock.advance(1.5 * DAY_MS)
  const { attention } = await home(await testConsole.signedIn('support'), shop.merchantId)
  expect(attention).toMatchObject([urgent, late, past])
})

test('after its decision, a dispute whose money is being returned is not in the attention list and not counted as open', async () => {
  const shop = await fixture.createMerchant()
  const [open, decided] = [await openNewDispute(shop, 2), await openNewDispute(shop, 6)]
  const support = await testConsole.signedIn('support')
  expect(await home(support, shop.merchantId)).toMatchObject({
    attention: [open, decided],
    support: { openDisputes: 2 },
  })
  await decideDispute(
    fixture.world.context('staff:1'),
    { merchantId: shop.merchantId, caseId: decided.id },
    { kind: 'accepted', amountCents: null, returnedBy: 'network' },
    'procedente',
  )
  expect(await home(support, shop.merchantId)).toMatchObject({
    attention: [open],
    support: { openDisputes: 1 },
  })
})

interface Others {
  count: number
  records: number
  first: { kinds: string[]; merchant: { id: string; name: string } }[]
}

async function othersThan(than: string, browser: ConsoleClient, kinds: string[] | null): Promise<Others> {
  const { data, errors } = await browser.send<{ otherMerchantsWithAttention: Others }>(
    `query ($than: Uuid!, $kinds: [AttentionKind!]) {
      otherMerchantsWithAttention(than: $than, kinds: $kinds) { count records first { kinds merchant { id name } } } }`,
    { than, kinds },
  )
  expect(errors).toEqual([])
  if (!data) throw new Error('the query otherMerchantsWithAttention returned no data')
  return data.otherMerchantsWithAttention
}

test('otherMerchantsWithAttention counts the other merchants with records that the viewer may see, and names the first three', async () => {
  const { world } = fixture
  const ctx = world.context('staff:1')
  const shop = await fixture.createMerchant()
  const [other, third] = [await fixture.createMerchant(), await fixture.createMerchant()]
  const countOf = async (browser: ConsoleClient, kinds: string[] | null): Promise<number> => {
    const { count, first } = await othersThan(shop.merchantId, browser, kinds)
    expect(first.map(({ merchant }) => merchant.id)).not.toContain(shop.merchantId)
    expect(first).toHaveLength(Math.min(count, 3))
    return count
  }
  const [admin, support] = [await testConsole.signedIn('admin'), await testConsole.signedIn('support')]
  const before = { admin: await countOf(admin, ['difference']), support: await countOf(support, null) }
  const { records: recordsBefore } = await othersThan(shop.merchantId, admin, ['difference'])
  const exception = { kind: 'amount_differs' as const, paymentId: null }
  const details = { recorded_cents: '5000', listed_cents: '4990' }
  for (const [merchantId, endToEndId] of [
    [shop.merchantId, 'E10'],
    [other.merchantId, 'E11'],
    [other.merchantId, 'E12'],
    [third.merchantId, 'E13'],
  ] as const)
    await openException(ctx, merchantId, { ...exception, endToEndId, details }, world.clock.now())
  expect(await countOf(admin, ['difference'])).toBe(before.admin + 2)
  const { first, records } = await othersThan(shop.merchantId, admin, ['difference'])
  expect(records).toBe(recordsBefore + 3)
  const names = first.map(({ merchant }) => merchant.name)
  expect(names).toEqual(names.toSorted())
  expect(first.map(({ kinds }) => kinds)).toEqual(first.map(() => ['difference']))
  expect(await countOf(admin, ['endpoint_failing'])).toBe(0)
  expect(await countOf(support, null)).toBe(before.support)
})

test('a failing endpoint needs attention as paused until its pause ends, and then as failing', async () => {
  const { world } = fixture
  const shop = await fixture.createMerchant()
  const now = world.clock.now()
  await sql(
    world.context(),
    'update webhook_endpoint set consecutive_failures = 3, failing_since = $2, paused_until = $3 where id = $1',
    [shop.endpointId, now, plusMs(now, 60_000)],
  )
  const browser = await testConsole.signedIn('support')
  const kinds = async () => (await home(browser, shop.merchantId)).attention.map(({ kind }) => kind)
  expect(await kinds()).toEqual(['endpoint_paused'])
  world.clock.advance(61_000)
  expect(await kinds()).toEqual(['endpoint_failing'])
})
