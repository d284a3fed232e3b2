import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventsOf } from '../../testing/fixtures/disputes.ts'
import {
  aChargeBody,
  anIdempotencyKey,
  createCharge,
  type ChargeJson,
} from '../../testing/fixtures/charges.ts'
import { World } from '../../testing/world.ts'
import { insertCharge } from './create-charge.sql.ts'
import { CHECKING_LEASE_MS } from './issuance-times.ts'
import { resolveIssuance } from './resolve-issuance.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
beforeEach(() => {
  world.network.liftFaults()
})
afterAll(() => world.stop())

const read = async (id: string) => (await world.rest.get<ChargeJson>(`/v1/pix/charges/${id}`)).body

/** As the job does: until nothing is due. */
async function resolveDue() {
  world.clock.advance(301_000)
  await resolveIssuance(world.context('job:issuance'), 50)
}

test('an answer lost after the network acted leaves a created charge, found a little later, never issued twice', async () => {
  world.network.setFault({ on: 'cob', mode: 'drop', count: 1 })
  const { status, body } = await createCharge(world.rest, { expires_in_seconds: 86_400 })
  expect(status).toBe(201)
  expect(body).toMatchObject({ status: 'created', pix: null, failure_message: null })
  expect(body.expires_at).not.toBeNull()
  await resolveDue()
  const resolved = await read(body.id)
  expect(resolved).toMatchObject({ status: 'pending', pix: { qr_code_payload: expect.any(String) } })
  expect(world.network.cob(resolved.pix?.txid ?? '')).toMatchObject({ calls: { PUT: 1, GET: 1 } })
})

test('two processes that both find a charge at the network emit charge.issued once', async () => {
  world.network.setFault({ on: 'cob', mode: 'drop', count: 1 })
  const { body } = await createCharge(world.rest, { expires_in_seconds: 86_400 })
  world.clock.advance(301_000)
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  const ctx = world.context('job:issuance')
  const slow = {
    ...ctx,
    pix: {
      ...ctx.pix,
      find: async (txid: string) => {
        const found = await ctx.pix.find(txid)
        asked.resolve()
        await answered.promise
        return found
      },
    },
  }
  const first = resolveIssuance(slow, 50)
  await asked.promise
  world.clock.advance(CHECKING_LEASE_MS + 1)
  await resolveIssuance(world.context('job:issuance'), 50)
  answered.resolve()
  await first
  expect((await read(body.id)).status).toBe('pending')
  const issued = (await eventsOf(world, 'charge.issued')).filter(({ data }) => data['charge_id'] === body.id)
  expect(issued).toHaveLength(1)
})

test('a network that never heard of the charge is asked again, with the seconds that are left', async () => {
  world.clock.stop()
  world.network.setFault({ on: 'cob', mode: 'http_500', count: 1 })
  const { body } = await createCharge(world.rest, { expires_in_seconds: 3_600 })
  expect(body.status).toBe('created')
  await resolveDue()
  const resolved = await read(body.id)
  expect(resolved.status).toBe('pending')
  expect(resolved.expires_at).toBe(body.expires_at)
})

test('a charge unknown to the network at its end fails', async () => {
  world.network.setFault({ on: 'cob', mode: 'http_500' })
  const { body } = await createCharge(world.rest, { expires_in_seconds: 60 })
  world.network.liftFaults()
  await resolveDue()
  expect(await read(body.id)).toMatchObject({
    status: 'failed',
    pix: null,
    expires_at: null,
    failure_message: 'Emissão recusada pela rede Pix',
  })
})

test('while the network cannot be reached the charge stays created, however long', async () => {
  world.network.setFault({ on: 'cob', mode: 'http_500' })
  const { body } = await createCharge(world.rest, { expires_in_seconds: 60 })
  await resolveDue()
  await resolveDue()
  expect((await read(body.id)).status).toBe('created')
})

test('a charge whose process died before the network was asked is issued by the sweep, and its repetition replays', async () => {
  const ctx = world.context()
  const now = world.clock.now()
  const key = anIdempotencyKey()
  const body = aChargeBody({ order_reference: 'pedido-interrompido', expires_in_seconds: 86_400 })
  const id = ctx.ids.uuid(now)
  await insertCharge(ctx, {
    id,
    merchantId: world.merchantId,
    input: {
      idempotencyKey: key,
      orderReference: 'pedido-interrompido',
      amountCents: 10_000n,
      description: null,
      payer: { name: 'Maria', document: '12345678909', email: 'm@x.co', phone: '11987654321' },
      expiresInSeconds: 86_400,
      metadata: {},
    },
    fingerprint: Buffer.alloc(32),
    failureCode: null,
    now,
    issuingUntil: new Date(now.getTime() + 15_000),
  })
  expect((await world.rest.get(`/v1/pix/charges/${id}`)).status).toBe(404)
  await resolveDue()
  expect((await read(id)).status).toBe('pending')
  const again = await world.rest.post('/v1/pix/charges', body, { 'idempotency-key': key })
  expect(again.body.error.code).toBe('idempotency_conflict')
})

test('a payment that comes while the issuance is unknown makes the charge paid', async () => {
  world.network.setFault({ on: 'cob', mode: 'drop', count: 1 })
  const { body } = await createCharge(world.rest)
  world.network.pay({ txid: body.id.replaceAll('-', '') })
  await world.settleInbox()
  expect(await read(body.id)).toMatchObject({ status: 'paid', payments_count: 1 })
})

test('fifty repetitions during an issuance that hangs wait for its outcome, one cob is asked for', async () => {
  world.network.setFault({ on: 'cob', mode: 'slow', delayMs: 700, count: 1 })
  const key = anIdempotencyKey()
  const body = aChargeBody()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      world.rest.post<ChargeJson>('/v1/pix/charges', body, { 'idempotency-key': key }),
    ),
  )
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([...Array(49).fill(200), 201])
  expect(world.network.cob(answers[0]?.body.pix?.txid ?? '')).toMatchObject({ calls: { PUT: 1 } })
})

/** `count` charges whose issuance is not known, due now. */
async function createdCharges(count: number): Promise<void> {
  world.network.setFault({ on: 'cob', mode: 'http_500', count })
  for (let n = 0; n < count; n++) await createCharge(world.rest)
  world.clock.advance(10_000)
}

/** A network that answers nobody before `released`, and counts who asks. */
function heldNetwork() {
  const { promise: released, resolve: release } = Promise.withResolvers<undefined>()
  const { pix } = world.kit
  const held = { asked: 0, release: () => release(undefined) }
  const find: typeof pix.find = async (txid) => {
    held.asked += 1
    await released
    return pix.find(txid)
  }
  return { held, context: () => ({ ...world.context('job:issuance'), pix: { ...pix, find } }) }
}

test('charges whose issuance is unknown are asked about side by side, not one after another', async () => {
  await resolveDue()
  await createdCharges(5)
  const { held, context } = heldNetwork()
  const run = resolveIssuance(context(), 4)
  await expect.poll(() => held.asked, { timeout: 20_000 }).toBe(4)
  held.release()
  expect(await run).toBe(4)
  expect(await resolveIssuance(context(), 4)).toBe(1)
})

test('while one process asks about a charge no other does, as long as a call may take', async () => {
  await resolveDue()
  await createdCharges(1)
  const first = heldNetwork()
  const run = resolveIssuance(first.context(), 4)
  await expect.poll(() => first.held.asked).toBe(1)
  const second = heldNetwork()
  second.held.release()
  world.clock.advance(15_000)
  expect(await resolveIssuance(second.context(), 4)).toBe(0)
  expect(second.held.asked).toBe(0)
  first.held.release()
  expect(await run).toBe(1)
})

test('a charge that the bank removed before its issuance was known is cancelled', async () => {
  world.network.setFault({ on: 'cob', mode: 'drop', count: 1 })
  const { body } = await createCharge(world.rest, { expires_in_seconds: 86_400 })
  world.network.removeCob(body.id.replaceAll('-', ''))
  await resolveDue()
  expect((await read(body.id)).status).toBe('cancelled')
})
