import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweepReceived } from '../../inbox/sweep-received.ts'
import { runReturns } from '../../jobs/run-returns.ts'
import { systemIds } from '../../kernel/ids.ts'
import { drainInbox } from '../../payments/drain-inbox.ts'
import { requestReturns } from '../../returns/request-returns.ts'
import { settleListed } from '../../settlements/settle-listed.ts'
import { eventually } from '../../testing/eventually.ts'
import { anIdempotencyKey, createCharge } from '../../testing/fixtures/charges.ts'
import { MovingWorld, statusOf } from '../../testing/moving-world.ts'
import { findMovedCharges } from './find-moved.ts'

let cells: MovingWorld
beforeAll(async () => {
  cells = await MovingWorld.start()
})
afterAll(() => cells.stop())

/** Reads the PSP's list in a cell, and runs the jobs of both cells that process the list. */
async function settleThrough(cell: string): Promise<void> {
  cells.world.clock.advance(2_000)
  await sweepReceived(cells.context(cell))
  for (const id of ['a', 'b', 'a', 'b']) {
    await drainInbox(cells.context(id), 100)
    await settleListed(cells.context(id), 100)
  }
}

test('a charge from before the move is paid, settled and refunded at its old account', async () => {
  const { merchantId, rest } = await cells.merchantIn('a')
  const unlisted = await cells.pay(rest, 'a')
  const { body: open } = await createCharge(rest)
  expect(await cells.clearing('a', merchantId)).toEqual({ 'provider_clearing:psp-a': '-10000' })
  await cells.move({ merchantId, to: 'b' })
  expect(await cells.clearing('b', merchantId)).toEqual({ 'provider_clearing:a/psp-a': '-10000' })

  cells.network('a').pay({ txid: open.pix?.txid ?? '' })
  await cells.network('a').idle()
  await drainInbox(cells.context('a'), 100)
  expect(await drainInbox(cells.context('b'), 100)).toBe(1)
  expect(await statusOf(rest, open)).toBe('paid')
  expect(await cells.clearing('b', merchantId)).toEqual({ 'provider_clearing:a/psp-a': '-20000' })

  await settleThrough('a')
  expect(await cells.clearing('b', merchantId)).toEqual({})
  const refund = await rest.post(
    `/v1/pix/charges/${unlisted.id}/refunds`,
    { amount_cents: 1_000 },
    { 'idempotency-key': anIdempotencyKey() },
  )
  expect(refund.status).toBe(201)
  await eventually(async () => {
    cells.world.clock.advance(5_000)
    await requestReturns(cells.context('b'), 10)
    await cells.network('a').idle()
    for (const id of ['a', 'b']) await runReturns(cells.context(id), 10)
    expect((await rest.get(`/v1/pix/charges/${unlisted.id}`)).body).toMatchObject({ refunded_cents: '1000' })
  })
  expect(await cells.findings('a')).toEqual([])
  expect(await cells.findings('b', merchantId)).toEqual([])
})

// A job may find no row of a charge during a freeze, and call findMovedCharges only after the end of the freeze.
test('findMovedCharges returns no cell for a charge whose move is not decided, and returns nothing for an unknown charge', async () => {
  const { merchantId, rest } = await cells.merchantIn('a')
  const { id } = await cells.pay(rest, 'a')
  const unknown = systemIds.uuid(cells.world.clock.now())
  const undecided = { merchantId, cellId: null }
  expect(await findMovedCharges(cells.context('a'), [id, unknown])).toEqual(new Map([[id, undecided]]))
  await cells.moveUntil('copy_rest', merchantId)
  expect(await findMovedCharges(cells.context('a'), [id])).toEqual(new Map([[id, undecided]]))
  await cells.move({ merchantId, to: 'b' })
  expect(await findMovedCharges(cells.context('a'), [id])).toEqual(
    new Map([[id, { merchantId, cellId: 'b' }]]),
  )
})

test('a merchant who moves back gets the payments that were forwarded before, each of them once', async () => {
  const { merchantId, rest } = await cells.merchantIn('a')
  const { body: charge } = await createCharge(rest)
  await cells.move({ merchantId, to: 'b' })
  cells.network('a').pay({ txid: charge.pix?.txid ?? '' })
  await cells.network('a').idle()
  // The message is in the inbox of `b`, and not recorded, when the merchant leaves `b`.
  await drainInbox(cells.context('a'), 100)
  await cells.move({ merchantId, to: 'a' })
  expect(await statusOf(rest, charge)).toBe('pending')
  cells.world.clock.advance(2_000)
  for (const id of ['b', 'a']) await drainInbox(cells.context(id), 100)
  expect(await statusOf(rest, charge)).toBe('paid')
  await settleThrough('a')
  expect(await cells.countRows('a', 'payment', merchantId)).toBe(1)
  expect(await cells.clearing('a', merchantId)).toEqual({})
  expect(await cells.findings('a', merchantId)).toEqual([])
  expect(await cells.findings('b')).toEqual([])
})
