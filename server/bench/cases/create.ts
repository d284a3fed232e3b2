import {
  CONNECTIONS,
  MERCHANTS,
  withFreshDeployment,
  REPLAN,
  warmUpFor,
  type Bench,
  type Case,
} from '../bench.ts'
import { createCharges } from '../load/create.ts'
import { compareWithFloor, chargeFloor } from '../load/floors.ts'
import type { Repeat } from '../load/stats.ts'
import { row, type Row } from '../table.ts'
import { measureCost } from '../usage.ts'

/** Measures POST /v1/pix/charges of new orders, over HTTP, with the simulator as PSP. */
function measure(bench: Bench, name: string, merchants: number): Promise<Row[]> {
  return withFreshDeployment(
    bench,
    { name, roles: ['api', 'worker'], merchants },
    async (deployment, benchMerchants) => {
      const apiKeys = benchMerchants.map(({ apiKey }) => apiKey)
      let runs = 0
      const create = (how: Omit<Repeat, 'connections'>) =>
        createCharges(
          { origin: deployment.origin, apiKeys, run: `c${runs++}` },
          { ...how, connections: CONNECTIONS },
        )
      await create(warmUpFor(bench))
      await deployment.owner.query('analyze')
      await create(REPLAN)
      const created = await measureCost(deployment, () => create({ seconds: bench.seconds }))
      const floor = await compareWithFloor(bench, deployment, {
        rate: created.rate,
        merchants,
        callOf: chargeFloor,
      })
      return [row({ name, ...created, ...floor, must: '>= 0.5', strive: '>= 0.6' })]
    },
  )
}

export const createCase: Case = { name: 'create', run: (bench) => measure(bench, 'create', MERCHANTS) }

/** The same with one merchant. */
export const createHotCase: Case = { name: 'create-hot', run: (bench) => measure(bench, 'create-hot', 1) }
