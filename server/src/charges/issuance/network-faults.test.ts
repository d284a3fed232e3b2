import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { aChargeBody, anIdempotencyKey, type ChargeJson } from '../../testing/fixtures/charges.ts'
import { PATIENT_MS } from '../../testing/test-clock.ts'
import { World } from '../../testing/world.ts'
import { resolveIssuance } from './resolve-issuance.ts'

/** The timeout of calls to the PSP. The timeout is short, so that a call without a response fails soon. */
const PIX_TIMEOUT_MS = 250
const AT_ONCE = 50

let world: World
beforeAll(async () => {
  world = await World.start({ pixTimeoutMs: PIX_TIMEOUT_MS })
})
beforeEach(() => {
  world.network.liftFaults()
})
afterAll(() => world.stop())

interface Attempt {
  status: number
  body: ChargeJson & { error?: { code: string; details: { reason?: string } } }
}

/** Returns a request that can be sent repeatedly with the same order reference and key. */
function anOrder() {
  const body = aChargeBody({ expires_in_seconds: 604_800 })
  const order = String(body['order_reference'])
  const headers = { 'idempotency-key': anIdempotencyKey() }
  const payer = { ...Object(body['payer']), name: order }
  const sent = { ...body, payer }
  return {
    order,
    send: (): Promise<Attempt> => world.rest.post<Attempt['body']>('/v1/pix/charges', sent, headers),
  }
}

const Cobs = z.object({
  items: z.array(z.object({ txid: z.string(), payer_name: z.string() })),
})

/** Returns the txids of all cobs that the simulated network ever created for the order. */
async function cobsOf(order: string): Promise<string[]> {
  const answer = await world.network.fetch('http://network.test/simulator/cobs?limit=1000')
  const { items } = Cobs.parse(await answer.json())
  return items.filter((cob) => cob.payer_name === order).map(({ txid }) => txid)
}

const read = (id: string) => world.rest.get<ChargeJson>(`/v1/pix/charges/${id}`)

/** Advances the clock until every charge is due for a check, then runs the issuance job. */
async function resolveDue(): Promise<void> {
  world.clock.advance(301_000)
  await resolveIssuance(world.context('job:issuance'), 100)
}

/** Asserts that an order has exactly one charge, which is pending, and exactly one cob with its txid. */
async function expectOneCharge(order: string, answers: Attempt[]): Promise<void> {
  await world.withPixTimeout(PATIENT_MS, resolveDue)
  const { body } = await world.rest.get<{ items: ChargeJson[] }>(`/v1/pix/charges?order_reference=${order}`)
  expect(body.items.map(({ status }) => status)).toEqual(['pending'])
  const [charge] = body.items
  const made = answers.filter(({ status }) => status === 201 || status === 200)
  expect(new Set(made.map((answer) => answer.body.id))).toEqual(new Set([charge?.id]))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(await cobsOf(order)).toEqual([charge?.pix?.txid])
}

/** Asserts that every response is 200, 201, or 503 processing_unavailable, after which the merchant can try again. */
function expectRetryableRefusals(answers: Attempt[]): void {
  const others = answers.filter(({ status }) => status > 201)
  expect(others.filter(({ status }) => status !== 503)).toEqual([])
  const reasons = new Set(others.map(({ body }) => body.error?.details.reason))
  expect(Array.from(reasons).filter((reason) => reason !== 'processing_unavailable')).toEqual([])
}

const CERTAIN = ['refuse', 'http_503'] as const
const UNCERTAIN = ['timeout_before', 'timeout_after', 'http_500', 'drop'] as const

describe.each(CERTAIN)('fault %s of the PSP, after which the PSP certainly created nothing', (mode) => {
  test('no charge is stored, and the same idempotency key creates the charge when the PSP accepts calls again', async () => {
    const { order, send } = anOrder()
    world.network.setFault({ on: 'cob', mode, count: 2 })
    const refused = [await send(), await send()]
    expect(refused.map(({ status }) => status)).toEqual([503, 503])
    expectRetryableRefusals(refused)
    const found = await world.rest.get<{ items: object[] }>(`/v1/pix/charges?order_reference=${order}`)
    expect(found.body.items).toEqual([])
    await expectOneCharge(order, [await send(), await send()])
  })
})

describe.each(UNCERTAIN)('fault %s of the PSP, after which the outcome is unknown', (mode) => {
  test('the charge gets the status created, a retry returns this charge, and a later check finds one charge at the PSP', async () => {
    const { order, send } = anOrder()
    world.network.setFault({ on: 'cob', mode, count: 1 })
    const first = await send()
    expect(first).toMatchObject({ status: 201, body: { status: 'created', pix: null } })
    const again = await send()
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id, status: 'created' } })
    expect((await read(first.body.id)).status).toBe(200)
    await expectOneCharge(order, [first, again])
    expect((await send()).body).toMatchObject({ id: first.body.id, status: 'pending' })
  })

  test('the charge stays readable while the checks of its issuance fail', async () => {
    const { order, send } = anOrder()
    world.network.setFault({ on: 'cob', mode, count: 4 })
    const first = await send()
    for (let n = 0; n < 3; n++) {
      await resolveDue()
      expect((await read(first.body.id)).status).toBe(200)
    }
    world.network.liftFaults()
    await expectOneCharge(order, [first])
  })
})

test("concurrent repetitions of a call wait for the slow Pix network and replay the first call's response", async () => {
  const { order, send } = anOrder()
  world.network.setFault({ on: 'cob', mode: 'slow', delayMs: PIX_TIMEOUT_MS / 2, count: 1 })
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 201])
  await expectOneCharge(order, answers)
})

test('a charge stays created if the PSP exceeds the timeout, and a later check finds the issued charge', async () => {
  const { order, send } = anOrder()
  world.network.setFault({ on: 'cob', mode: 'slow', delayMs: PIX_TIMEOUT_MS * 2, count: 1 })
  const first = await send()
  expect(first).toMatchObject({ status: 201, body: { status: 'created' } })
  await world.clock.sleep(PIX_TIMEOUT_MS * 2)
  await expectOneCharge(order, [first])
})

describe.each([...CERTAIN, ...UNCERTAIN, 'slow' as const])(
  'fault %s of the PSP during fifty concurrent calls',
  (mode) => {
    test('the calls create one charge, which is not deleted after a 201 response', async () => {
      const { order, send } = anOrder()
      world.network.setFault({ on: 'cob', mode, count: 3, ...(mode === 'slow' ? { delayMs: 100 } : {}) })
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, send))
      expectRetryableRefusals(answers)
      const made = answers.find(({ status }) => status === 201)
      expect(made).toBeDefined()
      expect((await read(made?.body.id ?? '')).status).toBe(200)
      world.network.liftFaults()
      await expectOneCharge(order, answers)
    })
  },
)

test.each(['refuse', 'timeout_before', 'http_500', 'drop'] as const)(
  'token fault %s: no charge is stored, and the same idempotency key creates the charge when a token is available',
  async (mode) => {
    const { order, send } = anOrder()
    world.network.revokeTokens()
    world.network.setFault({ on: 'token', mode })
    const refused = await send()
    expect(refused.status).toBe(503)
    expectRetryableRefusals([refused])
    world.network.liftFaults()
    world.clock.advance(10_000)
    const made = await send()
    expect(made.status).toBe(201)
    await expectOneCharge(order, [made])
  },
)
