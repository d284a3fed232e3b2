import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import { balanceOf, expectBalancedLedger } from '../testing/fixtures/ledger.ts'
import { TestConsole } from '../testing/clients/console-client.ts'
import { eventsOf } from '../testing/fixtures/disputes.ts'
import { aPaidCharge, createCharge } from '../testing/fixtures/charges.ts'
import { untilReturned } from '../testing/fixtures/returns.ts'
import { World } from '../testing/world.ts'
import { getCase, listCases } from '../cases/case.queries.ts'

let world: World
beforeEach(async () => {
  world = await World.start()
})
afterEach(async () => {
  await expectBalancedLedger(world)
  await world.stop()
})

const blocked = async () => (await balanceOf(world.rest))['blocked_cents']

const cases = async (merchantId: string | null = world.merchantId) =>
  (await listCases(world.context(), merchantId, { kind: ['held_payment'] }, { limit: 50 })).items

test('a duplicate, a payment of a wrong amount and a payment after cancellation are returned automatically', async () => {
  const paid = await aPaidCharge(world, { amount_cents: 10_000 })
  const { body: open } = await createCharge(world.rest, { amount_cents: 5_000 })
  const { body: cancelled } = await createCharge(world.rest, { amount_cents: 700 })
  world.network.pay({ txid: paid.pix?.txid ?? '' })
  world.network.pay({ txid: open.pix?.txid ?? '', amountCents: 4_999n })
  expect((await world.rest.post(`/v1/pix/charges/${cancelled.id}/cancel`)).status).toBe(200)
  world.network.pay({ txid: cancelled.pix?.txid ?? '' })
  await world.settleInbox()
  expect(await blocked()).toBe('15699')

  await untilReturned(world, async () => {
    expect((await cases()).map(({ status }) => status)).toEqual(['returned', 'returned', 'returned'])
  })
  expect(await balanceOf(world.rest)).toMatchObject({ blocked_cents: '0', total_cents: '9800' })
  expect((await shownReasons()).toSorted(byText)).toEqual(['after_final', 'amount_mismatch', 'duplicate'])
  const events = await eventsOf(world, 'charge.payment_returned')
  expect(events.map(({ data }) => data['classification']).toSorted(byText)).toEqual([
    'after_final',
    'amount_mismatch',
    'duplicate',
  ])
  expect(events[0]?.data).toMatchObject({
    return_id: expect.stringMatching(/^D/),
    case_id: expect.any(String),
  })
})

/** Returns the reasons why payments are held, as the console shows them to support with the name of the payer. */
async function shownReasons(): Promise<unknown[]> {
  const support = await (await TestConsole.start(world.kit)).signedIn('support')
  const shown = (await cases()).map(async ({ id }) => {
    const { data } = await support.send<{ financialCase: { heldBecause: string | null; payerName: string } }>(
      'query ($m: Uuid!, $i: Uuid!) { financialCase(merchantId: $m, id: $i) { heldBecause payerName } }',
      { m: world.merchantId, i: id },
    )
    expect(data?.financialCase.payerName).toBe('Maria José da Silva')
    return data?.financialCase.heldBecause
  })
  return await Promise.all(shown)
}

const byText = (a: unknown, b: unknown): number => String(a).localeCompare(String(b))

test("a payment that matches no charge is returned to the payer, with a case of the service's internal merchant", async () => {
  const { body: charge } = await createCharge(world.rest, { amount_cents: 1_234 })
  await sql(world.context(), 'delete from charge where id = $1', [charge.id])
  world.network.pay({ txid: charge.pix?.txid ?? '' })
  await untilReturned(world, async () => {
    expect(await cases(SERVICE_MERCHANT_ID)).toMatchObject([{ status: 'returned', heldPayerCents: 0n }])
  })
})

test('after a failed return, the case of a held payment stays open, and staff can request the return again once', async () => {
  const paid = await aPaidCharge(world, { amount_cents: 10_000 })
  world.network.setFault({ on: 'devolucao', mode: 'nao_realizado', count: 1 })
  world.network.pay({ txid: paid.pix?.txid ?? '' })
  await untilReturned(world, async () => {
    expect(await cases()).toMatchObject([{ status: 'open', exception: 'return_failed' }])
  })
  expect(await blocked()).toBe('10000')
  const [held] = await cases()
  const testConsole = await TestConsole.start(world.kit)
  const finance = await testConsole.signedIn('finance')
  const retry = () =>
    finance.send('mutation ($m: Uuid!, $i: Uuid!) { retryReturn(merchantId: $m, id: $i) { id } }', {
      m: world.merchantId,
      i: held?.id,
    })
  expect((await retry()).errors).toEqual([])
  expect((await retry()).errors[0]?.extensions.reason).toBe('case_not_failed')
  await testConsole.stop()
  await untilReturned(world, async () => {
    expect(await getCase(world.context(), world.merchantId, held?.id ?? '')).toMatchObject({
      status: 'returned',
      exception: null,
    })
  })
})

test('a duplicate payment that has already been returned by a MED is not returned again', async () => {
  const paid = await aPaidCharge(world, { amount_cents: 10_000 })
  const [second] = world.network.pay({ txid: paid.pix?.txid ?? '' })
  await world.settleInbox()
  world.network.openMed({ endToEndId: second?.endToEndId ?? '', delayMs: 0 })
  await untilReturned(world, async () => {
    expect(await cases()).toMatchObject([{ status: 'returned', heldPayerCents: 0n }])
  })
  expect(await balanceOf(world.rest)).toMatchObject({ blocked_cents: '0', total_cents: '9800' })
})
