import { afterAll, beforeAll, expect, test } from 'vitest'
import { anIdempotencyKey, createCharge } from '../testing/fixtures/charges.ts'
import { RestClient } from '../testing/clients/rest-client.ts'
import { World } from '../testing/world.ts'
import { updateTerms } from '../merchants/update-terms.ts'
import { eventually } from '../testing/eventually.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

/**
 * Runs `work` as a merchant with low rate limits. If `work` fails, repeats it as another new merchant: on a slow
 * machine, the window of 2 s may pass before `work` ends.
 */
const asMerchant = (work: (rest: RestClient) => Promise<void>): Promise<void> =>
  eventually(async () =>
    work((await world.anotherMerchant({ writeRate: 1, readRate: 4, searchRate: 1 })).rest),
  )

test('a burst of twice the rate is accepted, and the next call gets 429 with Retry-After', () =>
  asMerchant(async (rest) => {
    const answers = []
    for (let n = 0; n < 9; n++) answers.push(await rest.get('/v1/api-keys/current'))
    expect(answers.map((answer) => answer.status)).toEqual([...Array(8).fill(200), 429])
    expect(answers[0]?.headers.get('ratelimit-limit')).toBe('8')
    expect(answers[0]?.headers.get('ratelimit-remaining')).toBe('7')
    expect(answers[8]?.body.error.code).toBe('rate_limited')
    expect(Number(answers[8]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }))

test('writes, reads and searches have separate limits, and each merchant has its own limits', () =>
  asMerchant(async (rest) => {
    const search = async () => (await rest.get('/v1/pix/charges?q=maria')).status
    expect([await search(), await search(), await search()]).toEqual([200, 200, 429])
    expect((await rest.get('/v1/balance')).status).toBe(200)
    expect((await createCharge(rest)).status).toBe(201)
    expect((await world.rest.get('/v1/pix/charges?q=maria')).status).toBe(200)
  }))

test('a call refused with 429 has no effect, and its idempotency key can be used again', () =>
  asMerchant(async (rest) => {
    await createCharge(rest)
    await createCharge(rest)
    const key = anIdempotencyKey()
    const call = () => createCharge(rest, { order_reference: key }, key)
    expect((await call()).status).toBe(429)
    await eventually(async () => expect((await call()).status).toBe(201))
  }))

test("a merchant's new limits apply without a restart", async () => {
  const other = await world.anotherMerchant({ readRate: 1 })
  await updateTerms(world.context(), other.merchantId, { readRate: 7 })
  await eventually(async () => {
    expect((await other.rest.get('/v1/balance')).headers.get('ratelimit-limit')).toBe('14')
  })
})

test('a call without an API key gets 401 without rate limit headers', async () => {
  const answer = await new RestClient(world.baseUrl, undefined).get('/v1/balance')
  expect(answer.status).toBe(401)
  expect(answer.headers.get('ratelimit-limit')).toBeNull()
})
