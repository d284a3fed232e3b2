import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../kernel/database/sql.ts'
import { findDueWork } from '../../jobs/find-due-work.ts'
import { recordPayout } from '../../payouts/record-payout.ts'
import {
  aPaidCharge,
  anIdempotencyKey,
  createCharge,
  type ChargeJson,
} from '../../testing/fixtures/charges.ts'
import {
  aDispute,
  anInfracao,
  decide,
  eventsOf,
  sendNotices,
  type DisputeJson,
} from '../../testing/fixtures/disputes.ts'
import { balanceOf, settleEverything, expectBalancedLedger } from '../../testing/fixtures/ledger.ts'
import { requestRefund, untilReturned } from '../../testing/fixtures/returns.ts'
import { World } from '../../testing/world.ts'
import { applyNotices } from './apply-notices.ts'

let world: World
beforeEach(async () => {
  world = await World.start({ terms: { feePercentBps: 200, reserveBps: 1_000, reserveDays: 30 } })
})
afterEach(async () => {
  world.network.liftFaults()
  await expectBalancedLedger(world)
  await world.stop()
})

const notify = (notices: object[]) => sendNotices(world, { infracoes: notices })
const apply = () => applyNotices(world.context('job:notices'), 10)
const disputes = async () => (await world.rest.get<{ items: DisputeJson[] }>('/v1/disputes')).body.items
const e2eOf = (charge: ChargeJson) => charge.end_to_end_id ?? ''
/** Opens a MED with a notice in the simulated network. The MED stays open, and the notice is delivered. */
async function aNotice(charge: ChargeJson, changes: { amountCents?: bigint } = {}) {
  const { id } = world.network.openMed({ endToEndId: e2eOf(charge), outcome: 'open', notice: {}, ...changes })
  await world.network.idle()
  return id
}
/** Delivers callbacks, and applies notices and returns, until `check` no longer throws. */
const until = <T>(check: () => Promise<T>) =>
  untilReturned(world, async () => {
    await apply()
    return check()
  })
const untilStatus = (status: DisputeJson['status']) =>
  until(async () => {
    const [dispute] = await disputes()
    expect(dispute?.status).toBe(status)
    return dispute
  })

test('a notice that arrives several times opens one dispute, with the amount, reason and deadline of the notice', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const notice = anInfracao(world, charge, { valor: '60.00', descricao: 'Golpe relatado' })
  for (let times = 0; times < 3; times += 1) expect((await notify([notice])).status).toBe(200)
  expect(await findDueWork(world.context())).toContain('notices')
  expect(await apply()).toBe(1)
  expect(await findDueWork(world.context())).not.toContain('notices')
  await notify([notice])
  expect(await apply()).toBe(0)
  expect(await disputes()).toMatchObject([
    {
      amount_cents: '6000',
      status: 'open',
      reason: 'MED_FRAUDE',
      answer_until: notice.prazo,
      blocked: { pending_cents: '6000' },
    },
  ])
  expect(await eventsOf(world, 'dispute.opened')).toMatchObject([
    { data: { answer_until: notice.prazo, amount_cents: '6000', held_cents: '6000' } },
  ])
})

test('a notice that arrives before its payment waits for the payment', async () => {
  const { body: charge } = await createCharge(world.rest)
  const [pix] = world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.network.idle()
  await notify([anInfracao(world, { ...charge, end_to_end_id: pix?.endToEndId ?? '' })])
  expect([await apply(), await findDueWork(world.context())]).toEqual([0, ['inbox']])
  await world.settleInbox()
  expect(await apply()).toBe(1)
  expect(await disputes()).toHaveLength(1)
})

test("a dispute that the network accepts has the status returning until the network's return is recorded", async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  await aNotice(charge)
  await apply()
  const [row] = await sql<{ id: string }>(world.context(), 'select network_id as id from dispute_notice')
  const decision = anInfracao(world, charge, { id: row?.id, status: 'ACEITA', valorAceito: '40.00' })
  await notify([decision])
  await apply()
  expect(await disputes()).toMatchObject([
    {
      status: 'returning',
      decision: { result: 'partly_accepted', amount_cents: '4000' },
      returned_cents: '0',
    },
  ])
  world.network.endMed(row?.id ?? '', 'returned', [4_000n])
  expect(await untilStatus('closed')).toMatchObject({
    decision: { result: 'partly_accepted', amount_cents: '4000' },
    returned_cents: '4000',
  })
  expect(await disputes()).toHaveLength(1)
})

test.each([
  ['closed', 'rejected'],
  ['cancelled', 'cancelled'],
] as const)(
  'a MED that ends as %s closes the dispute as %s and releases its money',
  async (outcome, result) => {
    const charge = await aPaidCharge(world, { amount_cents: 10_000 })
    const before = await balanceOf(world.rest)
    const id = await aNotice(charge)
    await apply()
    expect((await balanceOf(world.rest))['blocked_cents']).toBe('10000')
    world.network.endMed(id, outcome)
    expect(await untilStatus('closed')).toMatchObject({ decision: { result, amount_cents: '0' } })
    expect({ ...(await balanceOf(world.rest)), as_of: '' }).toEqual({ ...before, as_of: '' })
    expect(await eventsOf(world, 'dispute.closed')).toMatchObject([{ data: { result, returned_cents: '0' } }])
  },
)

test('a notice sets the deadline of a dispute that staff opened, and a rejection closes this dispute', async () => {
  const charge = await aPaidCharge(world)
  const { caseId } = await aDispute(world, charge)
  const { prazo, ...notice } = anInfracao(world, charge)
  await notify([{ ...notice, prazo }])
  await apply()
  expect(await disputes()).toMatchObject([{ id: caseId, answer_until: prazo }])
  await notify([{ ...notice, status: 'REJEITADA' }])
  await apply()
  expect(await disputes()).toMatchObject([{ id: caseId, status: 'closed', decision: { result: 'rejected' } }])
})

test('a decision of the network waits for a return that the merchant requested, and applies if that return fails', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  await notify([anInfracao(world, charge)])
  await apply()
  const [dispute] = await disputes()
  world.network.setFault({ on: 'devolucao', mode: 'nao_realizado', count: 1 })
  await world.rest.post(`/v1/disputes/${dispute?.id}/accept`, undefined, {
    'idempotency-key': anIdempotencyKey(),
  })
  await notify([anInfracao(world, charge, { status: 'REJEITADA' })])
  expect([await apply(), (await disputes())[0]?.status]).toEqual([0, 'returning'])
  expect(await untilStatus('closed')).toMatchObject({ decision: { result: 'rejected' }, returned_cents: '0' })
})

test('a decision without an opening notice opens a dispute only if the network decided for the payer', async () => {
  const won = await aPaidCharge(world)
  const lost = await aPaidCharge(world)
  await notify([
    anInfracao(world, won, { id: 'won', status: 'CANCELADA' }),
    anInfracao(world, lost, { id: 'lost', status: 'ACEITA' }),
  ])
  expect(await apply()).toBe(2)
  expect(await disputes()).toMatchObject([{ charge_id: lost.id, status: 'returning' }])
})

test('an opening notice that arrives after the decision about the same dispute changes nothing', async () => {
  const charge = await aPaidCharge(world)
  await notify([anInfracao(world, charge, { status: 'REJEITADA' })])
  await notify([anInfracao(world, charge)])
  await apply()
  expect(await disputes()).toEqual([])
})

test('a notice opens a dispute only for the amount that was not returned yet', async () => {
  const half = await aPaidCharge(world, { amount_cents: 10_000 })
  const whole = await aPaidCharge(world, { amount_cents: 10_000 })
  await requestRefund(world.rest, half.id, { amount_cents: 5_000 })
  await requestRefund(world.rest, whole.id)
  await untilReturned(world, async () => expect((await balanceOf(world.rest))['blocked_cents']).toBe('0'))
  await notify([anInfracao(world, half, { id: 'half' }), anInfracao(world, whole, { id: 'whole' })])
  expect(await apply()).toBe(2)
  expect(await disputes()).toMatchObject([{ charge_id: half.id, amount_cents: '5000' }])
})

test('the notice that the network has accepted a dispute waits while a refund of the same payment is in progress', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  world.network.setFault({ on: 'devolucao', mode: 'http_500' })
  await requestRefund(world.rest, charge.id, { amount_cents: 3_000 })
  await notify([anInfracao(world, charge, { status: 'ACEITA' })])
  expect(await apply()).toBe(0)
  expect(await disputes()).toEqual([])
  world.network.liftFaults()
  await until(async () => {
    world.clock.advance(10_000)
    expect(await disputes()).toMatchObject([{ status: 'returning', decision: { amount_cents: '7000' } }])
  })
})

test('under return_what_exists, the whole amount that the network returns is recorded, even if nothing is held', async () => {
  await world.stop()
  world = await World.start({ terms: { feePercentBps: 0, disputePolicy: 'return_what_exists' } })
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  await settleEverything(world)
  await recordPayout(world.context(), world.merchantId, {
    amountCents: 10_000n,
    externalReference: 'repasse-1',
    paidAt: world.clock.now(),
  })
  const id = await aNotice(charge)
  await apply()
  await notify([anInfracao(world, charge, { id, status: 'ACEITA' })])
  await apply()
  expect(await disputes()).toMatchObject([{ status: 'returning', decision: { amount_cents: '10000' } }])
  world.network.endMed(id, 'returned')
  expect(await untilStatus('closed')).toMatchObject({
    decision: { result: 'accepted' },
    returned_cents: '10000',
  })
  expect(await disputes()).toHaveLength(1)
  expect(await balanceOf(world.rest)).toMatchObject({ owed_to_service_cents: '10000' })
})

test('a second notice about a payment waits until the dispute of the first notice is closed', async () => {
  const charge = await aPaidCharge(world)
  await notify([anInfracao(world, charge), anInfracao(world, charge, { id: 'med2', valor: '50.00' })])
  expect(await apply()).toBe(1)
  expect(await disputes()).toHaveLength(1)
  await notify([anInfracao(world, charge, { status: 'CANCELADA' })])
  await apply()
  await apply()
  expect(await disputes()).toMatchObject([
    { status: 'open', amount_cents: '5000' },
    { status: 'closed', amount_cents: '10000' },
  ])
})

test('a notice of a cancellation closes a dispute that staff accepted and whose money the network has not returned', async () => {
  const charge = await aPaidCharge(world)
  const { caseId } = await aDispute(world, charge)
  await decide(world, caseId, { kind: 'accepted', amountCents: null, returnedBy: 'network' })
  await notify([anInfracao(world, charge, { status: 'CANCELADA' })])
  await apply()
  expect(await disputes()).toMatchObject([
    { id: caseId, status: 'closed', decision: { result: 'cancelled' } },
  ])
})
