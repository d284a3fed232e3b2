import { afterAll } from 'vitest'
import { TestConsole } from './console-client.ts'
import { World, type WorldOptions } from './world.ts'

/** A world, and the console's server over it: for the test file that opens it, with whose last test both end. */
export async function openOffice(options?: WorldOptions): Promise<{ world: World; office: TestConsole }> {
  const world = await World.start(options)
  const office = await TestConsole.start(world.kit)
  afterAll(async () => {
    await office.stop()
    await world.stop()
  })
  return { world, office }
}
