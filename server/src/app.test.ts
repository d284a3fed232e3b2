import { afterAll, beforeAll, expect, test } from 'vitest'
import { World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await World.start()
})
afterAll(() => world.stop())

test('a process with a migrated database says that it is ready, with the rights of the application alone', async () => {
  expect((await fetch(`${world.baseUrl}/healthz`)).status).toBe(200)
  expect((await fetch(`${world.baseUrl}/readyz`)).status).toBe(200)
})
