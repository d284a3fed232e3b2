import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeReturns, storePayments } from '../inbox/network-inbox.ts'
import { sql } from '../kernel/database/sql.ts'
import { SERVICE_MERCHANT_ID } from '../merchants/merchant.entity.ts'
import type { NetworkPix } from '../pix/provider.ts'
import { runReturns } from '../jobs/run-returns.ts'
import { balanceOf, expectBalancedLedger } from '../testing/fixtures/ledger.ts'
import { aPaidCharge, createCharge } from '../testing/fixtures/charges.ts'
import { requestRefund, untilEnded } from '../testing/fixtures/returns.ts'
import { World } from '../testing/world.ts'
import { closeException } from '../exceptions/close-exception.ts'
import { listExceptions } from '../exceptions/exception.queries.ts'
import { openExceptionsForParked } from '../settlements/open-exceptions-for-parked.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const openOf = async (merchantId: string) =>
  (await listExceptions(world.context(), { merchantId, state: 'open' }, { limit: 10 })).items

const retryByStaff = (merchantId: string, id: string) =>
  closeException(world.context('staff:ana'), merchantId, id, { resolution: 'Veio', remedy: 'try_again' })

const pixWithReturn = (endToEndId: string, id: string, valor: string): NetworkPix => ({
  endToEndId,
  txid: undefined,
  amountCents: 5_000n,
  paidAt: world.clock.now(),
  returns: [
    {
      id,
      returnId: `D${endToEndId.slice(1)}`,
      amountCents: BigInt(valor.replace('.', '')),
      nature: 'ORIGINAL',
      status: 'DEVOLVIDO',
      settledAt: world.clock.now(),
      reason: undefined,
      raw: {
        id,
        rtrId: `D${endToEndId.slice(1)}`,
        valor,
        horario: {
          solicitacao: world.clock.now().toISOString(),
          liquidacao: world.clock.now().toISOString(),
        },
        status: 'DEVOLVIDO',
      },
    },
  ],
  raw: {},
})

test('a return whose amount at the PSP differs from the recorded amount opens an exception at once, suspends payouts and posts nothing', async () => {
  const { merchantId, rest } = await world.anotherMerchant({ feePercentBps: 0 })
  const merchant = { rest, network: world.network, settleInbox: () => world.settleInbox() }
  const charge = await aPaidCharge(merchant, { amount_cents: 5_000 })
  const { body } = await requestRefund(rest, charge.id, { amount_cents: 2_000 })
  await untilEnded(world, body, rest)
  const before = await balanceOf(rest)
  const networkId = body.id.replaceAll('-', '')
  const [row] = await sql<{ raw: object }>(
    world.context(),
    `delete from network_inbox where kind = 'devolucao' and end_to_end_id = $1 returning raw`,
    [charge.end_to_end_id],
  )
  expect(row).toBeDefined()
  await storeReturns(
    world.context(),
    [pixWithReturn(charge.end_to_end_id ?? '', networkId, '19.99')],
    'callback',
  )
  await runReturns(world.context(), 10)
  expect(await openExceptionsForParked(world.context(), 10)).toBe(1)
  expect(await openExceptionsForParked(world.context(), 10)).toBe(0)
  expect(await openOf(merchantId)).toMatchObject([
    {
      kind: 'return_not_recorded',
      subject: networkId,
      details: { received_cents: '1999', recorded_cents: '2000' },
    },
  ])
  const { as_of: _, ...after } = await balanceOf(rest)
  expect(after).toMatchObject({ available_cents: before['available_cents'], payouts_suspended: true })
})

test('a return of an unknown payment opens an exception, which closes when the payment is recorded', async () => {
  const { merchantId, rest } = await world.anotherMerchant({ feePercentBps: 0 })
  const { body } = await createCharge(rest, { amount_cents: 5_000 })
  const endToEndId = `E${'4'.repeat(31)}`
  await storeReturns(world.context(), [pixWithReturn(endToEndId, 'med1', '50.00')], 'callback')
  await sql(world.context(), `update network_inbox set attempts = 12 where end_to_end_id = $1`, [endToEndId])
  await runReturns(world.context(), 10)
  expect(await openExceptionsForParked(world.context(), 10)).toBe(1)
  const [exception] = await openOf(SERVICE_MERCHANT_ID)
  expect(exception).toMatchObject({ kind: 'return_not_recorded', subject: 'med1', endToEndId })

  await retryByStaff(SERVICE_MERCHANT_ID, exception?.id ?? '')
  await sql(world.context(), `update network_inbox set attempts = 12 where end_to_end_id = $1`, [endToEndId])
  await runReturns(world.context(), 10)
  expect(await openExceptionsForParked(world.context(), 10)).toBe(1)
  expect(await openOf(SERVICE_MERCHANT_ID)).toMatchObject([
    { id: exception?.id, state: 'open', resolution: null },
  ])

  const pix = { ...pixWithReturn(endToEndId, 'med1', '50.00'), txid: body.pix?.txid ?? '', returns: [] }
  await storePayments(world.context(), [pix], 'callback')
  await world.settleInbox()
  await sql(
    world.context(),
    `update network_inbox set attempts = 0, state = 'waiting', next_attempt_at = $2 where end_to_end_id = $1`,
    [endToEndId, world.clock.now()],
  )
  for (let n = 0; n < 4; n++) await runReturns(world.context(), 10)
  const { body: refunded } = await rest.get<{ refunded_cents: string }>(`/v1/pix/charges/${body.id}`)
  expect(refunded.refunded_cents).toBe('5000')
  expect(await openExceptionsForParked(world.context(), 10)).toBe(0)
  expect([...(await openOf(merchantId)), ...(await openOf(SERVICE_MERCHANT_ID))]).toEqual([])
})

test('a return of more than the remaining amount of the payment opens an exception, which stays open', async () => {
  const { merchantId, rest } = await world.anotherMerchant({ feePercentBps: 0 })
  const merchant = { rest, network: world.network, settleInbox: () => world.settleInbox() }
  const charge = await aPaidCharge(merchant, { amount_cents: 5_000 })
  await storeReturns(
    world.context(),
    [pixWithReturn(charge.end_to_end_id ?? '', 'toomuch', '50.01')],
    'callback',
  )
  for (let n = 0; n < 6; n++) {
    await runReturns(world.context(), 10)
    world.clock.advance(300_000)
  }
  expect(await openExceptionsForParked(world.context(), 10)).toBe(1)
  expect(await openOf(merchantId)).toMatchObject([
    { kind: 'return_not_recorded', subject: 'toomuch', details: { received_cents: '5001' } },
  ])
  await expectBalancedLedger(world, rest)
})

test('an exception contains the id of the return, even if the end-to-end id contains colons', async () => {
  const endToEndId = `E:1:${'5'.repeat(28)}`
  await storeReturns(world.context(), [pixWithReturn(endToEndId, 'med9', '50.00')], 'callback')
  await sql(world.context(), `update network_inbox set state = 'parked' where end_to_end_id = $1`, [
    endToEndId,
  ])
  expect(await openExceptionsForParked(world.context(), 10)).toBe(1)
  const found = (await openOf(SERVICE_MERCHANT_ID)).find((one) => one.endToEndId === endToEndId)
  expect(found).toMatchObject({ kind: 'return_not_recorded', subject: 'med9' })
  await retryByStaff(SERVICE_MERCHANT_ID, found?.id ?? '')
  const waiting = await sql(
    world.context(),
    `select from network_inbox where end_to_end_id = $1 and state = 'waiting'`,
    [endToEndId],
  )
  expect(waiting).toHaveLength(1)
})
