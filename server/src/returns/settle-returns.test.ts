import { onlyAccount } from '../pix/pix-accounts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../kernel/database/sql.ts'
import { expectBalancedLedger, settleEverything } from '../testing/fixtures/ledger.ts'
import { aPaidCharge } from '../testing/fixtures/charges.ts'
import { requestRefund, untilEnded, untilReturned } from '../testing/fixtures/returns.ts'
import { World } from '../testing/world.ts'
import { listExceptions } from '../exceptions/exception.queries.ts'
import { settleReturns } from './settle-returns.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

/** Returns the balance of an internal ledger account. The balance is negative when debits exceed credits. */
const internalBalance = async (code: string) => {
  const [row] = await sql<{ cents: bigint }>(
    world.context(),
    'select balance_cents as cents from ledger_account where merchant_id = $1 and code = $2',
    [world.merchantId, code],
  )
  return row?.cents
}

test('the return of a refund and the return of a held payment are each settled once, after the payment itself is settled', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  world.network.pay({ txid: charge.pix?.txid ?? '' })
  await untilReturned(world, async () => expect(await internalBalance('payer_returns')).toBe(10_000n))
  expect(await settleReturns(world.context(), 10)).toBe(0)

  await settleEverything(world)
  const { body: refund } = await requestRefund(world.rest, charge.id, { amount_cents: 3_000 })
  await untilEnded(world, refund)
  expect([await internalBalance('payer_returns'), await internalBalance('bank')]).toEqual([13_000n, -20_000n])
  const settledCounts = await Promise.all([1, 2, 3].map(() => settleReturns(world.context(), 10)))
  expect(Math.max(...settledCounts)).toBe(2)
  expect([await internalBalance('payer_returns'), await internalBalance('bank')]).toEqual([0n, -7_000n])
  expect(await settleReturns(world.context(), 10)).toBe(0)
  await expectBalancedLedger(world)
})

test('a return that the PSP does not know opens an exception, but not while the PSP is unavailable', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  await settleEverything(world)
  const { body: refund } = await requestRefund(world.rest, charge.id, { amount_cents: 1_000 })
  await untilEnded(world, refund)
  const { pix } = world
  const unavailableNetwork = {
    ...world.context(),
    pix: onlyAccount({ ...pix, findReturn: () => Promise.resolve({ kind: 'unavailable' as const }) }),
  }
  expect(await settleReturns(unavailableNetwork, 10)).toBe(0)
  world.clock.advance(3_000)
  const unknownToNetwork = {
    ...world.context(),
    pix: onlyAccount({ ...pix, findReturn: () => Promise.resolve({ kind: 'absent' as const }) }),
  }
  expect(await settleReturns(unknownToNetwork, 10)).toBe(1)
  expect(await settleReturns(unknownToNetwork, 10)).toBe(0)
  const { items } = await listExceptions(world.context(), { merchantId: world.merchantId }, { limit: 10 })
  expect(items).toMatchObject([
    { kind: 'return_differs', state: 'open', details: { recorded_cents: '1000', network_status: 'absent' } },
  ])
  expect(await internalBalance('payer_returns')).toBe(1_000n)
  const { body } = await world.rest.get<{ suspension_reasons: { code: string }[] }>('/v1/balance')
  expect(body.suspension_reasons.map((reason) => reason.code)).toEqual(['reconciliation_difference'])

  world.clock.advance(3_600_000)
  expect(await settleReturns(world.context(), 10)).toBe(1)
  expect(await internalBalance('payer_returns')).toBe(0n)
  const closed = await listExceptions(world.context(), { state: 'closed' }, { limit: 10 })
  expect(closed.items).toMatchObject([{ id: items[0]?.id, resolution: 'Apareceu no registro da rede.' }])
  await expectBalancedLedger(world)
})
