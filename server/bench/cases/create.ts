import { CONNECTIONS, MERCHANTS, onFreshSite, REPLAN, warmUpOf, type Bench, type Case } from '../bench.ts'
import { createCharges } from '../load/create.ts'
import { againstFloor, createFloor } from '../load/floors.ts'
import type { Repeat } from '../load/stats.ts'
import { row, type Row } from '../table.ts'
import { withCost } from '../usage.ts'

/** POST /v1/pix/charges of new orders, over HTTP, with the simulator as PSP. */
function measure(bench: Bench, name: string, merchants: number): Promise<Row[]> {
  return onFreshSite(bench, { name, roles: ['api', 'worker'], merchants }, async (site, shops) => {
    const apiKeys = shops.map(({ apiKey }) => apiKey)
    let runs = 0
    const create = (how: Omit<Repeat, 'connections'>) =>
      createCharges({ origin: site.origin, apiKeys, run: `c${runs++}` }, { ...how, connections: CONNECTIONS })
    await create(warmUpOf(bench))
    await site.owner.query('analyze')
    await create(REPLAN)
    const made = await withCost(site, () => create({ seconds: bench.seconds }))
    const floor = await againstFloor(bench, site, { rate: made.rate, merchants, callOf: createFloor })
    return [row({ name, ...made, ...floor, must: '>= 0.5', strive: '>= 0.6' })]
  })
}

export const createCase: Case = { name: 'create', run: (bench) => measure(bench, 'create', MERCHANTS) }

/** The same, one merchant. */
export const createHotCase: Case = { name: 'create-hot', run: (bench) => measure(bench, 'create-hot', 1) }
