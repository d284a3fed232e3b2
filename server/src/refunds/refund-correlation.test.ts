import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideDispute } from '../disputes/decide-dispute.ts'
import { finishDisputes } from '../disputes/finish-disputes.ts'
import { openDispute } from '../disputes/open-dispute.ts'
import { sql } from '../kernel/database/sql.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { requestRefund, untilEnded, untilReturned } from '../testing/fixtures/returns.ts'
import { World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

/** Returns the types of the events of a charge that have this correlation id. */
const eventsOf = async (chargeId: string, correlationId: string | null): Promise<string[]> => {
  const rows = await sql<{ type: string }>(
    world.context(),
    'select type from webhook_event where charge_id = $1 and correlation_id = $2 order by type',
    [chargeId, correlationId],
  )
  return rows.map(({ type }) => type)
}

test('the events of a refund that a job completes have the correlation id of the refund request', async () => {
  const charge = await aPaidCharge(world)
  world.network.setFault({ on: 'devolucao', mode: 'http_503', count: 1 })
  const { body, headers } = await requestRefund(world.rest, charge.id)
  expect(body.status).toBe('processing')
  expect((await untilEnded(world, body)).status).toBe('completed')
  expect(await eventsOf(charge.id, headers.get('x-correlation-id'))).toEqual(
    expect.arrayContaining(['charge.refunded', 'refund.completed']),
  )
})

test('the events of a dispute that a job closes have the correlation id of the request that decided it', async () => {
  const charge = await aPaidCharge(world)
  const { merchantId } = world
  const { caseId } = await openDispute(world.context('staff:ana'), merchantId, {
    endToEndId: charge.end_to_end_id ?? '',
    amountCents: null,
    nature: 'MED_FRAUDE',
    description: null,
  })
  const decision = { kind: 'accepted', amountCents: null, returnedBy: 'service' } as const
  const ctx = world.context('staff:ana')
  await decideDispute(ctx, { merchantId, caseId }, decision, 'analisada')
  await untilReturned(world, async () => {
    await finishDisputes(world.context(), 10)
    expect(await eventsOf(charge.id, ctx.correlationId)).toContain('dispute.closed')
  })
})
