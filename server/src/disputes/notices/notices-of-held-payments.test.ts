import { expect, test } from 'vitest'
import { runReturns } from '../../jobs/run-returns.ts'
import { aPaidCharge } from '../../testing/fixtures/charges.ts'
import { anInfracao, sendNotices, type DisputeJson } from '../../testing/fixtures/disputes.ts'
import { expectBalancedLedger } from '../../testing/fixtures/ledger.ts'
import { untilReturned } from '../../testing/fixtures/returns.ts'
import { World } from '../../testing/world.ts'
import { applyNotices } from './apply-notices.ts'

test('an accepted dispute of a duplicate payment closes as already_returned when the payment is returned', async () => {
  await using world = await World.start()
  const notify = async (changes: Record<string, unknown>) => {
    await sendNotices(world, { infracoes: [anInfracao(world, held, changes)] })
    expect(await applyNotices(world.context('job:notices'), 10)).toBe(1)
  }
  const disputes = async () => (await world.rest.get<{ items: DisputeJson[] }>('/v1/disputes')).body.items
  const charge = await aPaidCharge(world)
  const [duplicate] = world.network.pay({ txid: charge.pix?.txid ?? '' })
  const held = { ...charge, end_to_end_id: duplicate?.endToEndId ?? '' }
  await world.settleInbox()

  await notify({})
  expect(await disputes()).toMatchObject([{ status: 'open', blocked: { held_payment_cents: '10000' } }])
  await notify({ status: 'ACEITA' })
  const closed = { status: 'closed', decision: { result: 'already_returned' } }
  await untilReturned(world, async () => expect(await disputes()).toMatchObject([closed]))

  await notify({ id: 'med2', status: 'ACEITA' })
  await runReturns(world.context('job:returns'), 10)
  expect(await disputes()).toHaveLength(1)
  await expectBalancedLedger(world)
})
