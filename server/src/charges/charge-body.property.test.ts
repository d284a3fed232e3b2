import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anIdempotencyKey } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

const post = (body: unknown) =>
  world.rest.post('/v1/pix/charges', body, { 'idempotency-key': anIdempotencyKey() })

test('POST /v1/pix/charges answers any JSON with 201, 409, 413 or 422', async () => {
  const anything = fc.jsonValue({ maxDepth: 4 })
  const nearly = fc
    .record({
      order_reference: fc.oneof(fc.string({ unit: 'binary' }), anything),
      amount_cents: fc.oneof(fc.double(), fc.bigInt().map(String), anything),
      payer: fc.oneof(
        anything,
        fc.dictionary(
          fc.constantFrom('name', 'document', 'email', 'phone', 'x'),
          fc.string({ unit: 'binary' }),
        ),
      ),
      metadata: fc.oneof(
        anything,
        fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })),
      ),
      expires_in_seconds: fc.oneof(fc.integer(), anything),
    })
    .map((body) => JSON.stringify(body))
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        anything.map((value) => JSON.stringify(value)),
        nearly,
      ),
      async (body) => {
        const { status } = await post(body)
        expect([201, 409, 413, 422]).toContain(status)
      },
    ),
    { numRuns: 300 },
  )
})
