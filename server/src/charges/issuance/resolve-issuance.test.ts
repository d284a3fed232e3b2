import { onlyAccount } from '../../pix/pix-accounts.ts'
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
import { CHECKING_LEASE_MS } from './resolve-issuance.ts'
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

/** Advances the clock until every charge is due for a check, then runs the issuance job. */
async function resolveDue() {
  world.clock.advance(301_000)
  await resolveIssuance(world.context('job:issuance'), 50)
}

test('a charge stays created if the response of the PSP is lost, and a later check finds it without a second PUT', async () => {
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

test('if two processes find the same charge at the PSP, charge.issued is emitted only once', async () => {
  world.network.setFault({ on: 'cob', mode: 'drop', count: 1 })
  const { body } = await createCharge(world.rest, { expires_in_seconds: 86_400 })
  world.clock.advance(301_000)
  const requested = Promise.withResolvers<void>()
  const mayRespond = Promise.withResolvers<void>()
  const ctx = world.context('job:issuance')
  const slow = {
    ...ctx,
    pix: onlyAccount({
      ...world.pix,
      find: async (txid: string) => {
        const found = await world.pix.find(txid)
        requested.resolve()
        await mayRespond.promise
        return found
      },
    }),
  }
  const first = resolveIssuance(slow, 50)
  await requested.promise
  world.clock.advance(CHECKING_LEASE_MS + 1)
  await resolveIssuance(world.context('job:issuance'), 50)
  mayRespond.resolve()
  await first
  expect((await read(body.id)).status).toBe('pending')
  const issued = (await eventsOf(world, 'charge.issued')).filter(({ data }) => data['charge_id'] === body.id)
  expect(issued).toHaveLength(1)
})

test('a charge that the PSP does not know is issued again and keeps its expiry time', async () => {
  world.clock.stop()
  world.network.setFault({ on: 'cob', mode: 'http_500', count: 1 })
  const { body } = await createCharge(world.rest, { expires_in_seconds: 3_600 })
  expect(body.status).toBe('created')
  await resolveDue()
  const resolved = await read(body.id)
  expect(resolved.status).toBe('pending')
  expect(resolved.expires_at).toBe(body.expires_at)
})

test('a charge that the PSP does not know at its expiry time becomes failed', async () => {
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

test('a charge stays created while the PSP is unavailable, even after its expiry time', async () => {
  world.network.setFault({ on: 'cob', mode: 'http_500' })
  const { body } = await createCharge(world.rest, { expires_in_seconds: 60 })
  await resolveDue()
  await resolveDue()
  expect((await read(body.id)).status).toBe('created')
})

test('a charge whose process crashed before the PUT is issued by the job, and its idempotency key stays in use', async () => {
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
    avoided: [],
    now,
    issuingUntil: new Date(now.getTime() + 15_000),
  })
  expect((await world.rest.get(`/v1/pix/charges/${id}`)).status).toBe(404)
  await resolveDue()
  expect((await read(id)).status).toBe('pending')
  const again = await world.rest.post('/v1/pix/charges', body, { 'idempotency-key': key })
  expect(again.body.error.code).toBe('idempotency_conflict')
})

test('a charge whose issuance is unknown becomes paid when a payment of its amount arrives', async () => {
  world.network.setFault({ on: 'cob', mode: 'drop', count: 1 })
  const { body } = await createCharge(world.rest)
  world.network.pay({ txid: body.id.replaceAll('-', '') })
  await world.settleInbox()
  expect(await read(body.id)).toMatchObject({ status: 'paid', payments_count: 1 })
})

test('fifty concurrent calls during a slow issuance wait for its outcome, and only one PUT is sent', async () => {
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

/** Creates `count` charges whose issuance is unknown and due for a check. */
async function createdCharges(count: number): Promise<void> {
  world.network.setFault({ on: 'cob', mode: 'http_500', count })
  for (let n = 0; n < count; n++) await createCharge(world.rest)
  world.clock.advance(10_000)
}

/** Returns a simulated network that counts its GET requests and answers none of them until `unblock` is called. */
function blockedNetwork() {
  const { promise: unblocked, resolve: unblock } = Promise.withResolvers<undefined>()
  const { pix } = world
  const blocked = { callsCount: 0, unblock: () => unblock(undefined) }
  const find: typeof pix.find = async (txid) => {
    blocked.callsCount += 1
    await unblocked
    return pix.find(txid)
  }
  return {
    blocked,
    context: () => ({ ...world.context('job:issuance'), pix: onlyAccount({ ...pix, find }) }),
  }
}

test('charges whose issuance is unknown are checked concurrently', async () => {
  await resolveDue()
  await createdCharges(5)
  const { blocked, context } = blockedNetwork()
  const run = resolveIssuance(context(), 4)
  await expect.poll(() => blocked.callsCount).toBe(4)
  blocked.unblock()
  expect(await run).toBe(4)
  expect(await resolveIssuance(context(), 4)).toBe(1)
})

test('no second process checks the issuance of a charge during the lease of the first process', async () => {
  await resolveDue()
  await createdCharges(1)
  const first = blockedNetwork()
  const run = resolveIssuance(first.context(), 4)
  await expect.poll(() => first.blocked.callsCount).toBe(1)
  const second = blockedNetwork()
  second.blocked.unblock()
  world.clock.advance(15_000)
  expect(await resolveIssuance(second.context(), 4)).toBe(0)
  expect(second.blocked.callsCount).toBe(0)
  first.blocked.unblock()
  expect(await run).toBe(1)
})

test('a charge that the PSP removed while its issuance was unknown is cancelled', async () => {
  world.network.setFault({ on: 'cob', mode: 'drop', count: 1 })
  const { body } = await createCharge(world.rest, { expires_in_seconds: 86_400 })
  world.network.removeCob(body.id.replaceAll('-', ''))
  await resolveDue()
  expect((await read(body.id)).status).toBe('cancelled')
})
