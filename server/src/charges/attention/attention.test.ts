import { beforeAll, expect, test } from 'vitest'
import { HELD_TOO_LONG_MS } from '../../cases/held-too-long.ts'
import { openException } from '../../exceptions/exceptions.ts'
import { sql } from '../../kernel/database/sql.ts'
import type { ConsoleClient } from '../../testing/clients/console-client.ts'
import { aPaidCharge, createCharge, type ChargeJson } from '../../testing/fixtures/charges.ts'
import { accepted, aDispute, decide } from '../../testing/fixtures/disputes.ts'
import { requestRefund } from '../../testing/fixtures/returns.ts'
import { startConsole } from '../../testing/fixtures/start-console.ts'

const { world, testConsole } = await startConsole({ terms: { feePercentBps: 0 } })
let support: ConsoleClient
beforeAll(async () => {
  support = await testConsole.signedIn('support')
})

interface Listed {
  charges: { nodes: { id: string; attention: string[] }[] }
}

async function found(filter: object): Promise<[string, string[]][]> {
  const { data, errors } = await support.send<Listed>(
    'query ($filter: ChargeFilter) { charges(filter: $filter) { nodes { id attention } } }',
    { filter },
  )
  expect(errors).toEqual([])
  return (data?.charges.nodes ?? []).map(({ id, attention }) => [id, attention])
}

/** Marks a refund as failed in the database. A failure through the simulated network would need several job runs. */
const failRefund = (id: string) =>
  sql(world.context(), `update refund set status = 'failed', failure_code = 'return_refused' where id = $1`, [
    id,
  ])

/** Opens an exception about the payment of a charge, as the comparison with the network's list does. */
async function openExceptionOf({ id, end_to_end_id: endToEndId }: ChargeJson): Promise<void> {
  const ctx = world.context()
  const [payment] = await sql<{ id: string }>(ctx, 'select id from payment where charge_id = $1', [id])
  if (!payment) throw new Error(`openExceptionOf: the charge ${id} has no payment`)
  const exception = {
    kind: 'missing_at_network' as const,
    endToEndId: endToEndId ?? '',
    paymentId: payment.id,
    details: { recorded_cents: '100' },
  }
  await openException(ctx, world.merchantId, exception, world.clock.now())
}

test('needsAttention and hasDifference find exactly the charges that list such a reason for attention', async () => {
  const quiet = await aPaidCharge(world)
  const differing = await aPaidCharge(world)
  await openExceptionOf(differing)
  const { body: late } = await createCharge(world.rest, { expires_in_seconds: 60 })
  world.clock.advance(120_000)
  world.network.pay({ txid: late.pix?.txid ?? '' })
  await world.settleInbox()
  const refunding = await aPaidCharge(world)
  const failing = await aPaidCharge(world)
  const disputed = await aPaidCharge(world)
  const { body: twice } = await createCharge(world.rest)
  world.network.pay({ txid: twice.pix?.txid ?? '', times: 2 })
  await world.settleInbox()
  await requestRefund(world.rest, refunding.id, { amount_cents: 100 })
  const { body: refund } = await requestRefund(world.rest, failing.id, { amount_cents: 100 })
  await failRefund(refund.id)
  const dispute = await aDispute(world, disputed)

  const wanted: [string, string[]][] = [
    [twice.id, ['held_payment']],
    [disputed.id, ['dispute_open']],
    [failing.id, ['refund_failed', 'refund_running']],
    [refunding.id, ['refund_running']],
    [late.id, ['late_payment']],
    [differing.id, ['difference']],
  ]
  const { merchantId } = world
  expect(await found({ merchantId })).toEqual([...wanted, [quiet.id, []]])
  expect(await found({ needsAttention: true })).toEqual(wanted)
  for (const filter of [{}, { merchantId }, { q: differing.id }, { needsAttention: true }])
    expect(await found({ ...filter, hasDifference: true })).toEqual([[differing.id, ['difference']]])
  expect(await found({ hasDifference: true, status: ['refunded'] })).toEqual([])
  expect(await found({ status: ['paid', 'paid'], merchantId })).toHaveLength(7)
  expect(await found({ needsAttention: true, merchantId, q: disputed.order_reference })).toEqual([wanted[1]])
  expect(await found({ needsAttention: true, merchantId, status: ['cancelled'] })).toEqual([])

  await requestRefund(world.rest, failing.id, { amount_cents: 100 })
  expect((await found({ q: failing.id }))[0]?.[1]).toEqual(['refund_running'])

  // Nobody needs to act on an accepted dispute. Somebody must act on a held payment that is not returned in time.
  await decide(world, dispute.caseId, accepted())
  expect(await found({ q: disputed.id })).toEqual([[disputed.id, ['dispute_returning']]])
  world.clock.advance(HELD_TOO_LONG_MS + 1_000)
  support = await testConsole.signedIn('support')
  expect(await found({ q: twice.id })).toEqual([[twice.id, ['return_overdue']]])
})

test('a cancelled charge with a held payment has the reason for attention `paid_after_end`', async () => {
  const { body: charge } = await createCharge(world.rest)
  await world.rest.post(`/v1/pix/charges/${charge.id}/cancel`)
  world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.settleInbox()
  expect(await found({ q: charge.id })).toEqual([[charge.id, ['paid_after_end']]])
  world.clock.advance(HELD_TOO_LONG_MS + 1_000)
  support = await testConsole.signedIn('support')
  expect(await found({ q: charge.id })).toEqual([[charge.id, ['return_overdue', 'paid_after_end']]])
})
