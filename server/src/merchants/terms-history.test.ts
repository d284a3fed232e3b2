import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCharge } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { listTermsVersions } from './terms-history.ts'
import { updateTerms } from './update-terms.ts'

let world: World
beforeAll(async () => {
  world = await World.start({ terms: { feePercentBps: 200 } })
})
afterAll(() => world.stop())

test('a change of terms records its author and time, and applies only to charges created afterwards', async () => {
  const { body: before } = await createCharge(world.rest)
  await updateTerms(world.context('staff:ana'), world.merchantId, { feePercentBps: 350, reserveDays: 10 })
  const { body: after } = await createCharge(world.rest)
  expect([before.fee_percent_bps, after.fee_percent_bps]).toEqual([200, 350])
  const unchanged = await world.rest.get<typeof before>(`/v1/pix/charges/${before.id}`)
  expect(unchanged.body.fee_percent_bps).toBe(200)

  const versions = await listTermsVersions(world.context(), world.merchantId)
  expect(versions).toMatchObject([
    { version: 2, changedBy: 'staff:ana', terms: { feePercentBps: 350, reserveDays: 10 } },
    { version: 1, changedBy: 'test', terms: { feePercentBps: 200, reserveDays: 0 } },
  ])
  const [second, first] = versions
  expect(second?.validFrom.getTime()).toBeGreaterThan(first?.validFrom.getTime() ?? 0)
})

test('ten concurrent changes of the terms create ten versions', async () => {
  const { merchantId } = await world.anotherMerchant()
  await Promise.all(
    Array.from({ length: 10 }, (_, n) => updateTerms(world.context(), merchantId, { reserveDays: n + 1 })),
  )
  const versions = await listTermsVersions(world.context(), merchantId)
  expect(versions.map((one) => one.version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(new Set(versions.map((one) => one.terms.reserveDays)).size).toBe(11)
})
