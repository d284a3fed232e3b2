import { afterAll, beforeAll, expect, test } from 'vitest'
import { storePayments } from '../inbox/network-inbox.ts'
import { plusMs } from '../kernel/clock.ts'
import { transaction } from '../kernel/context.ts'
import { sql } from '../kernel/database/sql.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import type { NetworkPix } from '../pix/provider.ts'
import { recordPayout } from '../payouts/record-payout.ts'
import { balanceOf, expectBalancedLedger, settleEverything } from '../testing/fixtures/ledger.ts'
import { countStatements } from '../testing/suites/count-statements.ts'
import { createCharge } from '../testing/fixtures/charges.ts'
import type { RestClient } from '../testing/clients/rest-client.ts'
import { World } from '../testing/world.ts'
import { closeException } from './close-exception.ts'
import { listExceptions } from './exception.queries.ts'
import { readExceptionTotals } from './exception-totals.ts'
import { findMissing } from '../settlements/find-missing.ts'
import { openExceptionsForParked } from '../settlements/open-exceptions-for-parked.ts'

const HOUR_MS = 3_600_000

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const openOf = async (merchantId: string) =>
  (await listExceptions(world.context(), { merchantId, state: 'open' }, { limit: 10 })).items

const suspension = async (rest: RestClient) => {
  const { body } = await rest.get<{ suspension_reasons: { code: string }[] }>('/v1/balance')
  return body.suspension_reasons.map((reason) => reason.code)
}

const payoutEvents = async (merchantId: string) => {
  const rows = await sql<{ type: string }>(
    world.context(),
    `select type from webhook_event where merchant_id = $1 and type like 'payouts.%' order by created_at, id`,
    [merchantId],
  )
  return rows.map((row) => row.type)
}

/** Records a payment of a new charge from a callback. The simulated network's list does not contain this payment. */
async function recorded(rest: RestClient, endToEndId: string): Promise<NetworkPix> {
  const { body } = await createCharge(rest, { amount_cents: 10_000 })
  const paidAt = world.clock.now()
  const txid = body.pix?.txid ?? ''
  const pix = { endToEndId, txid, amountCents: 10_000n, paidAt, returns: [], raw: {} }
  await storePayments(world.context(), [pix], 'callback')
  await world.settleInbox()
  return pix
}

test("a payment missing in the network's list for an hour opens an exception, which suspends payouts until the payment is listed", async () => {
  const { merchantId, rest } = await world.anotherMerchant()
  const pix = await recorded(rest, `E${'7'.repeat(31)}`)
  await settleEverything(world)
  expect(await findMissing(world.context(), 10)).toBe(0)
  expect(await openOf(merchantId)).toEqual([])

  world.clock.advance(HOUR_MS)
  expect(await findMissing(world.context(), 10)).toBe(1)
  expect(await findMissing(world.context(), 10)).toBe(0)
  expect(await openOf(merchantId)).toMatchObject([
    {
      kind: 'missing_at_network',
      endToEndId: pix.endToEndId,
      details: { recorded_cents: '10000', paid_at: pix.paidAt.toISOString() },
    },
  ])
  expect(await readExceptionTotals(world.context(), { merchantId, state: 'open' })).toEqual({
    recordedCents: 10_000n,
    networkCents: 0n,
    networkOnlyCents: 0n,
    recordsOnlyCents: 10_000n,
    count: 1,
    isPartial: false,
  })
  expect(await suspension(rest)).toEqual(['reconciliation_difference'])
  const payout = { amountCents: 1n, externalReference: 'X', paidAt: world.clock.now() }
  await expect(recordPayout(world.context(), merchantId, payout)).rejects.toMatchObject({
    details: { reason: 'payouts_suspended' },
  })
  expect(await balanceOf(rest)).toMatchObject({ pending_cents: '9800', available_cents: '0' })

  const { endToEndId, txid, amountCents, paidAt } = pix
  world.network.pay({ txid: txid ?? '', endToEndId, amountCents, paidAt })
  world.clock.advance(HOUR_MS)
  expect(await findMissing(world.context(), 10)).toBe(1)
  await settleEverything(world)
  expect(await balanceOf(rest)).toMatchObject({ pending_cents: '0', available_cents: '9800' })
  expect(await openOf(merchantId)).toEqual([])
  const { items } = await listExceptions(world.context(), { merchantId }, { limit: 10 })
  expect(items).toMatchObject([
    { state: 'closed', closedBy: 'job:settlement', resolution: expect.stringMatching(/registro da rede/) },
  ])
  expect(await suspension(rest)).toEqual([])
  expect(await payoutEvents(merchantId)).toEqual(['payouts.suspended', 'payouts.resumed'])
  await expectBalancedLedger(world, rest)
})

test('a payment that is recorded only after the sweep has read its payment time is looked up at the network at once', async () => {
  const { rest } = await world.anotherMerchant()
  const { body } = await createCharge(rest, { amount_cents: 10_000 })
  await settleEverything(world)
  const paidAt = plusMs(world.clock.now(), -2 * HOUR_MS)
  world.network.pay({ txid: body.pix?.txid ?? '', paidAt })
  await world.network.idle()
  await world.settleInbox()
  await settleEverything(world)
  expect(await balanceOf(rest)).toMatchObject({ pending_cents: '9800', available_cents: '0' })

  expect(await findMissing(world.context(), 10)).toBe(1)
  await settleEverything(world)
  expect(await balanceOf(rest)).toMatchObject({ pending_cents: '0', available_cents: '9800' })
  const counter = { statements: 0 }
  expect(await findMissing(countStatements(world.context(), counter), 10)).toBe(0)
  expect(counter.statements).toBe(1)
})

test('a payment with another amount at the network opens an exception without moving money, and staff close it with a reason', async () => {
  const { merchantId, rest } = await world.anotherMerchant()
  const { endToEndId, txid, paidAt } = await recorded(rest, `E${'8'.repeat(31)}`)
  world.network.pay({ txid: txid ?? '', endToEndId, amountCents: 9_999n, paidAt, callback: 'lost' })
  await settleEverything(world)
  await settleEverything(world)
  const [exception] = await openOf(merchantId)
  expect(exception).toMatchObject({
    kind: 'amount_differs',
    details: { recorded_cents: '10000', listed_cents: '9999' },
  })
  expect(await balanceOf(rest)).toMatchObject({ pending_cents: '9800', available_cents: '0' })

  const close = (reason: string) =>
    closeException(world.context('staff:ana'), merchantId, exception?.id ?? '', { resolution: reason })
  await expect(close('')).rejects.toMatchObject({ code: 'validation_error' })
  await close('Confirmado com o banco')
  await expect(close('De novo')).rejects.toMatchObject({ details: { reason: 'exception_closed' } })
  expect(await openOf(merchantId)).toEqual([])
  expect(await payoutEvents(merchantId)).toEqual(['payouts.suspended', 'payouts.resumed'])
  await settleEverything(world)
  expect(await openOf(merchantId)).toEqual([])
  expect(await balanceOf(rest)).toMatchObject({ pending_cents: '9800' })
  await expectBalancedLedger(world, rest)
})

test('no payment is reported as missing while the network is unavailable', async () => {
  const { merchantId, rest } = await world.anotherMerchant()
  await recorded(rest, `E${'9'.repeat(31)}`)
  world.clock.advance(2 * HOUR_MS)
  world.network.setFault({ on: 'pix', mode: 'http_503' })
  expect(await findMissing(world.context(), 10)).toBe(0)
  expect(await openOf(merchantId)).toEqual([])
  world.network.liftFaults()
})

test('a payment that is parked in the inbox opens one exception', async () => {
  const pix = { endToEndId: `E${'6'.repeat(31)}`, txid: undefined, amountCents: 700n, returns: [], raw: {} }
  await storePayments(world.context(), [{ ...pix, paidAt: world.clock.now() }], 'callback')
  await transaction(world.context(), (tx) =>
    sql(tx, `update network_inbox set state = 'parked' where end_to_end_id = $1`, [pix.endToEndId]),
  )
  expect(await openExceptionsForParked(world.context(), 10)).toBe(1)
  expect(await openExceptionsForParked(world.context(), 10)).toBe(0)
  expect(await openOf(SERVICE_MERCHANT_ID)).toMatchObject([
    { kind: 'payment_not_recorded', details: { received_cents: '700' } },
  ])
})

test('a parked payment whose txid is not a UUID opens an exception and does not block other payments', async () => {
  const { merchantId, rest } = await world.anotherMerchant()
  const { body } = await createCharge(rest)
  const paidAt = world.clock.now()
  const parked = (fill: string, txid: string | undefined, amountCents: bigint): NetworkPix => ({
    endToEndId: `E${fill.repeat(31)}`,
    txid,
    amountCents,
    paidAt,
    returns: [],
    raw: {},
  })
  const foreign = ['pedido-1', 'Z'.repeat(32), '1e5', '{', 'a'.repeat(35), '0'.repeat(31)]
  const payments = [
    ...foreign.map((txid, n) => parked(String.fromCharCode(65 + n), txid, BigInt(n + 1))),
    parked('N', undefined, 50n),
    parked('U', body.pix?.txid ?? undefined, 60n),
  ]
  await storePayments(world.context(), payments, 'callback')
  await sql(
    world.context(),
    `update network_inbox set state = 'parked' where end_to_end_id = any($1::text[])`,
    [payments.map((payment) => payment.endToEndId)],
  )
  expect(await openExceptionsForParked(world.context(), 100)).toBe(payments.length)
  expect(await openOf(merchantId)).toMatchObject([
    { kind: 'payment_not_recorded', details: { received_cents: '60' } },
  ])
})

test("the pages of all merchants' exceptions contain each exception once", async () => {
  const whole = await listExceptions(world.context(), {}, { limit: 50 })
  const paged: string[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listExceptions(world.context(), {}, { limit: 1, cursor })
    paged.push(...page.items.map((item) => item.id))
    cursor = page.nextCursor
  }
  expect(paged).toEqual(whole.items.map((item) => item.id))
  expect(paged.length).toBeGreaterThan(2)
})
