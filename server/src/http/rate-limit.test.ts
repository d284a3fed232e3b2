import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChargeBody, anIdempotencyKey } from '../testing/makers.ts'
import { RestClient } from '../testing/rest-client.ts'
import { World } from '../testing/world.ts'
import { updateTerms } from '../merchants/update-terms.ts'
import { eventually } from '../testing/eventually.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { writeRate: 3, readRate: 4, searchRate: 1 } })
})
afterAll(() => world.stop())

test('a burst takes twice the rate, the next call is told when to come again', async () => {
  const answers = []
  for (let n = 0; n < 9; n++) answers.push(await world.rest.get('/v1/api-keys/current'))
  expect(answers.map((answer) => answer.status)).toEqual([...Array(8).fill(200), 429])
  expect(answers[0]?.headers.get('ratelimit-limit')).toBe('8')
  expect(answers[0]?.headers.get('ratelimit-remaining')).toBe('7')
  expect(answers[8]?.body.error.code).toBe('rate_limited')
  expect(Number(answers[8]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
})

test('writes, reads and searches are counted apart, and one account does not use up another', async () => {
  const other = await world.anotherMerchant({ writeRate: 1, readRate: 1, searchRate: 1 })
  const search = () => other.rest.get('/v1/pix/charges?q=maria')
  expect([(await search()).status, (await search()).status, (await search()).status]).toEqual([200, 200, 429])
  expect((await other.rest.get('/v1/balance')).status).toBe(200)
  const write = await other.rest.post('/v1/pix/charges', aChargeBody(), {
    'idempotency-key': anIdempotencyKey(),
  })
  expect(write.status).toBe(201)
})

test('a limited call did nothing, and its key may be used again', async () => {
  const other = await world.anotherMerchant({ writeRate: 1 })
  const key = anIdempotencyKey()
  const call = (idempotencyKey: string) =>
    other.rest.post('/v1/pix/charges', aChargeBody({ order_reference: idempotencyKey }), {
      'idempotency-key': idempotencyKey,
    })
  await call(anIdempotencyKey())
  await call(anIdempotencyKey())
  expect((await call(key)).status).toBe(429)
  await eventually(async () => expect((await call(key)).status).toBe(201))
})

test("an account's new limits hold without a restart", async () => {
  const other = await world.anotherMerchant({ readRate: 1 })
  await updateTerms(world.context(), other.merchantId, { readRate: 7 })
  await eventually(async () => {
    expect((await other.rest.get('/v1/balance')).headers.get('ratelimit-limit')).toBe('14')
  })
})

test('a call without a valid key is not counted against anybody', async () => {
  const answer = await new RestClient(world.baseUrl, undefined).get('/v1/balance')
  expect(answer.status).toBe(401)
  expect(answer.headers.get('ratelimit-limit')).toBeNull()
})
