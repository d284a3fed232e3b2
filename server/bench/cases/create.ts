import { CONNECTIONS, MERCHANTS, REPLAN, warmUpFor, withFreshDeployment, type Case } from '../bench.ts'
import { createCharges, type Repeat } from '../load/closed-loop.ts'
import { CHARGE_FLOOR, compareWithFloor } from '../load/floors.ts'
import { measureCost } from '../machine.ts'
import { row } from '../table.ts'

/** Measures calls of `POST /v1/pix/charges`, each with a new order reference. The PSP is the simulator. */
const createCase =
  (name: string, merchants: number): Case =>
  (bench) =>
    withFreshDeployment(bench, { name, merchants }, async (deployment, benchMerchants) => {
      const create = (how: Omit<Repeat, 'connections'>) =>
        createCharges(deployment.origin, benchMerchants, { ...how, connections: CONNECTIONS })
      await create(warmUpFor(bench))
      await deployment.owner.query('analyze')
      await create(REPLAN)
      const created = await measureCost(deployment, () => create({ seconds: bench.seconds }))
      const service = { rate: created.rate, merchants, floor: CHARGE_FLOOR }
      const compared = await compareWithFloor(bench, deployment, service)
      return [row({ name, ...created, ...compared, must: '>= 0.5', strive: '>= 0.6' })]
    })

export const create = createCase('create', MERCHANTS)
/** The case `create` with one merchant. */
export const createHot = createCase('create-hot', 1)
