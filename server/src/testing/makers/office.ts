import { afterAll } from 'vitest'
import type { Kit } from '../../kit.ts'
import { TestConsole } from '../clients/console-client.ts'
import { Market } from './shops.ts'
import { World, type WorldOptions } from '../world.ts'

/** A world, and the console's server over it: for the test file that opens it, with whose last test both end. */
export async function openOffice(options?: WorldOptions): Promise<{ world: World; office: TestConsole }> {
  const world = await World.start(options)
  return { world, office: await officeOver(world.kit, world) }
}

/** A market, and the console's server over it, or over the kit that is made of it: ended as `openOffice` ends them. */
export async function openMarket(
  kitOf: (market: Market) => Kit = ({ world }) => world.kit,
): Promise<{ market: Market; office: TestConsole }> {
  const market = await Market.start()
  return { market, office: await officeOver(kitOf(market), market) }
}

async function officeOver(kit: Kit, ground: { stop(): Promise<void> }): Promise<TestConsole> {
  const office = await TestConsole.start(kit)
  afterAll(async () => {
    await office.stop()
    await ground.stop()
  })
  return office
}
