import { onlyAccount } from '../pix/pix-accounts.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { FaultMode } from '../../simulator/faults.ts'
import { requestReturns } from '../returns/request-returns.ts'
import { drainReturns } from '../returns/drain-returns.ts'
import { listCases } from '../cases/case.queries.ts'
import { returnHeldPayments } from '../returns/return-held-payments.ts'
import { drainInbox } from '../payments/drain-inbox.ts'
import type { ServiceContext } from '../kit.ts'
import { plusMs } from '../kernel/clock.ts'
import type { NetworkReturn, PixProvider } from '../pix/provider.ts'
import { balanceOf, expectBalancedLedger } from '../testing/fixtures/ledger.ts'
import { eventually } from '../testing/eventually.ts'
import { aPaidCharge, anIdempotencyKey, type ChargeJson } from '../testing/fixtures/charges.ts'
import { listRefunds, requestRefund, untilEnded, untilReturned } from '../testing/fixtures/returns.ts'
import { PATIENT_MS } from '../testing/test-clock.ts'
import { World } from '../testing/world.ts'
import { finishRefunds } from './finish-refunds.ts'
import { requestRefund as requestRefundDirectly } from './request-refund.ts'

/** A time longer than every delay before a retry at the PSP. */
const LATER_MS = 10 * 60_000
/** The timeout in milliseconds of a call to which the PSP does not respond. */
const PIX_TIMEOUT_MS = 100
const DAY_MS = 86_400_000

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 200, reserveBps: 1_000, reserveDays: 30 } })
})
afterEach(async () => {
  world.network.liftFaults()
  await expectBalancedLedger(world)
})
afterAll(() => world.stop())

/** Returns the returns that the PSP lists for a payment. */
async function returnsOf(endToEndId: string | null | undefined): Promise<NetworkReturn[]> {
  const to = world.clock.now()
  const listed = await world.pix.listReceived({
    from: plusMs(to, -DAY_MS),
    to,
    page: 0,
    withReturns: true,
  })
  if (listed.kind === 'unavailable') throw new Error('listReceived: the simulated network is unavailable')
  return listed.items.find((pix) => pix.endToEndId === endToEndId)?.returns ?? []
}

const MODES: FaultMode[] = [
  'refuse',
  'timeout_before',
  'timeout_after',
  'http_500',
  'http_503',
  'slow',
  'drop',
]

test.each(MODES)('a refund returns money exactly once when the PSP fails with %s', async (mode) => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  world.network.setFault({ on: 'devolucao', mode, count: 1, delayMs: 20 })
  const timeoutMs = mode.startsWith('timeout') ? PIX_TIMEOUT_MS : PATIENT_MS
  const { status, body } = await world.withPixTimeout(timeoutMs, () =>
    requestRefund(world.rest, charge.id, { amount_cents: 4_000 }),
  )
  expect(status).toBe(201)
  expect(body.status).toBe('processing')
  world.clock.advance(LATER_MS)
  expect(await untilEnded(world, body)).toMatchObject({ status: 'completed' })
  expect(await returnsOf(charge.end_to_end_id)).toMatchObject([
    { id: body.id.replaceAll('-', ''), status: 'DEVOLVIDO' },
  ])
})

test('a refund that the PSP refuses fails, and the money that it blocked is released', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const before = await balanceOf(world.rest)
  const ctx = contextWith({ requestReturn: () => Promise.resolve({ kind: 'refused' }) })
  await refundWith(ctx, charge)
  const [refund] = await listRefunds(world.rest, charge.id)
  expect(refund).toMatchObject({ status: 'failed', failure_message: 'Devolução recusada pela rede Pix' })
  expect({ ...(await balanceOf(world.rest)), as_of: '' }).toEqual({ ...before, as_of: '' })
})

test('a return that the PSP carries out although its refund failed is recorded as a lost dispute', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const ctx = contextWith({
    requestReturn: async (request) => {
      await world.pix.requestReturn(request)
      return { kind: 'refused' }
    },
  })
  const { refund } = await refundWith(ctx, charge)
  expect(refund.status).toBe('failed')
  await untilReturned(world, async () => {
    const { body } = await world.rest.get<ChargeJson>(`/v1/pix/charges/${charge.id}`)
    expect(body).toMatchObject({ status: 'partially_refunded', refunded_cents: '4000' })
  })
  const filter = { kind: ['dispute'] as const, chargeId: charge.id }
  const { items } = await listCases(world.context(), world.merchantId, filter, { limit: 5 })
  expect(items).toMatchObject([{ status: 'returned', amountCents: 4_000n }])
})

/** Creates a context in which some calls to the PSP are replaced, for example to simulate a crash. */
function contextWith(port: Partial<PixProvider>): ServiceContext {
  return { ...world.context('crashing'), pix: onlyAccount({ ...world.pix, ...port }) }
}

const refundWith = (ctx: ServiceContext, charge: ChargeJson) =>
  requestRefundDirectly(
    ctx,
    { merchantId: world.merchantId, chargeId: charge.id },
    {
      idempotencyKey: anIdempotencyKey(),
      amountCents: 4_000n,
      reason: null,
      description: null,
      metadata: {},
    },
  )

const crash = (): never => {
  throw new Error('the process crashed')
}

/** The PSP receives the request, and the process crashes before the response is stored. */
const crashAfterRequest = (): Partial<PixProvider> => ({
  requestReturn: async (request) => {
    await world.pix.requestReturn(request)
    return crash()
  },
})

const CRASHES: [string, Partial<PixProvider> | 'real'][] = [
  ['before the request to the PSP', { requestReturn: crash }],
  ['after the request to the PSP and before storing the response', 'real'],
]

test.each(CRASHES)('after a crash %s, another process completes the refund', async (_, port) => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const { refund } = await refundWith(contextWith(port === 'real' ? crashAfterRequest() : port), charge)
  expect(refund.status).toBe('processing')
  world.clock.advance(LATER_MS)
  await untilReturned(world, async () => {
    expect(await listRefunds(world.rest, charge.id)).toMatchObject([{ status: 'completed' }])
  })
  expect(await returnsOf(charge.end_to_end_id)).toHaveLength(1)
})

test('after a crash between storing and posting the outcome, another process completes the refund once', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const { body } = await requestRefund(world.rest, charge.id)
  await eventually(async () => {
    await world.network.idle()
    expect(await drainReturns(world.context(), 10)).toBe(1)
  })
  expect((await listRefunds(world.rest, charge.id))[0]?.status).toBe('processing')
  const all = await Promise.all(Array.from({ length: 5 }, () => finishRefunds(world.context(), 10)))
  expect(Math.max(...all)).toBe(1)
  expect((await listRefunds(world.rest, charge.id))[0]).toMatchObject({ id: body.id, status: 'completed' })
})

test('a refund completes without a callback, because the service asks the PSP for the outcome', async () => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  world.network.setFault({ on: 'callback', mode: 'refuse' })
  const { body } = await requestRefund(world.rest, charge.id)
  await eventually(async () => {
    world.clock.advance(LATER_MS)
    await requestReturns(world.context(), 10)
    await finishRefunds(world.context(), 10)
    expect((await listRefunds(world.rest, charge.id))[0]).toMatchObject({ id: body.id, status: 'completed' })
  })
})

test.each(CRASHES)('after a crash %s, another process returns the held payment', async (_, port) => {
  const charge = await aPaidCharge(world, { amount_cents: 10_000 })
  const [second] = world.network.pay({ txid: charge.pix?.txid ?? '' })
  await world.network.idle()
  await drainInbox(world.context(), 10)
  expect(await returnHeldPayments(world.context(), 10)).toBe(1)
  await requestReturns(contextWith(port === 'real' ? crashAfterRequest() : port), 10)
  world.clock.advance(LATER_MS)
  await untilReturned(world, async () => {
    const filter = { kind: ['held_payment'] as const, chargeId: charge.id }
    const { items } = await listCases(world.context(), world.merchantId, filter, { limit: 5 })
    expect(items).toMatchObject([{ status: 'returned', endToEndId: second?.endToEndId }])
  })
  expect(await returnsOf(second?.endToEndId)).toHaveLength(1)
})
