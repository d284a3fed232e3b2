import { afterAll, beforeAll, expect, test } from 'vitest'
import { plusMs } from '../../kernel/clock.ts'
import { requestReturns } from '../../returns/request-returns.ts'
import { aPaidCharge, anIdempotencyKey, type ChargeJson } from '../../testing/fixtures/charges.ts'
import { aDispute, untilClosed } from '../../testing/fixtures/disputes.ts'
import { expectBalancedLedger } from '../../testing/fixtures/ledger.ts'
import { World } from '../../testing/world.ts'

/** A time longer than every delay before a retry at the PSP. */
const LATER_MS = 10 * 60_000
const DAY_MS = 86_400_000

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 0, reserveBps: 0 } })
})
afterAll(() => world.stop())

test.each(['drop', 'http_500'] as const)(
  'an accepted dispute returns the money only once if the first request of the return fails with %s',
  async (mode) => {
    const charge = await aPaidCharge(world, { amount_cents: 10_000 })
    const { caseId } = await aDispute(world, charge)
    world.network.setFault({ on: 'devolucao', mode, count: 1 })
    const headers = { 'idempotency-key': anIdempotencyKey() }
    const { status } = await world.rest.post(`/v1/disputes/${caseId}/accept`, undefined, headers)
    expect(status).toBe(202)
    await requestReturns(world.context('job:ask-returns'), 100)
    world.clock.advance(LATER_MS)
    expect(await untilClosed(world, caseId)).toMatchObject({ result: 'accepted', returnedCents: 10_000n })
    expect(await returnsAtNetwork(charge.end_to_end_id)).toMatchObject([{ status: 'DEVOLVIDO' }])
    const { body } = await world.rest.get<ChargeJson>(`/v1/pix/charges/${charge.id}`)
    expect(body).toMatchObject({ status: 'refunded', refunded_cents: '10000' })
    await expectBalancedLedger(world)
  },
)

/** Lists the returns to the payer that the simulated network has recorded for a payment. */
async function returnsAtNetwork(endToEndId: string | null) {
  const to = world.clock.now()
  const from = plusMs(to, -DAY_MS)
  const listed = await world.pix.listReceived({ from, to, page: 0, withReturns: true })
  if (listed.kind === 'unavailable') throw new Error('listReceived: the simulated network is unavailable')
  return listed.items.find((pix) => pix.endToEndId === endToEndId)?.returns ?? []
}
