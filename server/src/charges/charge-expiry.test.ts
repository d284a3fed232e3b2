import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCharge, type ChargeJson } from '../testing/fixtures/charges.ts'
import { World } from '../testing/world.ts'
import { CHARGE_STATUSES } from './charge-status.ts'

const LIFE_SECONDS = 60
const GRACE_MS = 5_000

let world: World
let charge: ChargeJson
beforeAll(async () => {
  world = await World.start()
  const { body } = await createCharge(world.rest, { expires_in_seconds: LIFE_SECONDS })
  charge = body
})
afterAll(() => world.stop())

/** Reads the charge. Returns the status in the response, then each list filter whose result contains the charge. */
async function readings(): Promise<string[]> {
  const { body } = await world.rest.get<ChargeJson>(`/v1/pix/charges/${charge.id}`)
  const filters = CHARGE_STATUSES.flatMap((status) => [`status=${status}`, `status=${status}&q=${charge.id}`])
  const lists = await Promise.all(
    filters.map((filter) => world.rest.get<{ items: ChargeJson[] }>(`/v1/pix/charges?${filter}`)),
  )
  return [body.status, ...filters.filter((_, at) => lists[at]?.body.items.length === 1)]
}

const allOf = (status: string) => [status, `status=${status}`, `status=${status}&q=${charge.id}`]

test('the response, the lists and the searches show a charge as expired from the same moment, before the expiry job runs', async () => {
  world.clock.stop()
  const endsAt = new Date(charge.expires_at ?? '').getTime()
  world.clock.advance(endsAt + GRACE_MS - world.clock.now().getTime())
  expect(await readings()).toEqual(allOf('pending'))
  world.clock.advance(1)
  expect(await readings()).toEqual(allOf('expired'))
})
