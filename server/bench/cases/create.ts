import {
  CONNECTIONS,
  MERCHANTS,
  REPLAN,
  warmUpFor,
  withFreshDeployment,
  type Bench,
  type Case,
} from '../bench.ts'
import type { Deployment } from '../deployment.ts'
import { createCharges, type Repeat } from '../load/closed-loop.ts'
import { CHARGE_FLOOR, compareWithFloor } from '../load/floors.ts'
import { measureCost } from '../machine.ts'
import { row, type Row } from '../table.ts'

/** Returns a function that creates charges at the API of the deployment, for the merchants in turn. */
const creatorAt =
  ({ origin }: Deployment, merchants: readonly { apiKey: string }[]) =>
  (how: Omit<Repeat, 'connections'>) =>
    createCharges(origin, merchants, { ...how, connections: CONNECTIONS })

/** Measures calls of `POST /v1/pix/charges`, each with a new order reference. The PSP is the simulator. */
const createCase =
  (name: string, merchants: number): Case =>
  (bench) =>
    withFreshDeployment(bench, { name, merchants }, async (deployment, benchMerchants) => {
      const create = creatorAt(deployment, benchMerchants)
      await create(warmUpFor(bench))
      await deployment.owner.query('analyze')
      await create(REPLAN)
      const created = await measureCost(deployment, () => create({ seconds: bench.seconds }))
      const service = { rate: created.rate, merchants, floor: CHARGE_FLOOR }
      const compared = await compareWithFloor(bench, deployment, service)
      const rows = [row({ name, ...created, ...compared, must: '>= 0.5', strive: '>= 0.6' })]
      const { floorRate } = compared
      if (floorRate) rows.push(await measureBare(bench, deployment, { name, merchants, floorRate }))
      return rows
    })

/**
 * Measures a service that does only what no service can avoid, with new merchants. No service can reach a higher share
 * of the floor on this machine.
 */
async function measureBare(
  bench: Bench,
  deployment: Deployment,
  { name, merchants, floorRate }: { name: string; merchants: number; floorRate: number },
): Promise<Row> {
  await deployment.startBareApi(await deployment.createMerchants(merchants))
  const create = creatorAt(deployment, [{ apiKey: 'none' }])
  await create(warmUpFor(bench))
  const bare = await measureCost(deployment, () => create({ seconds: bench.seconds }))
  const note = 'a service without checks, events and logs: one insert, one call of the PSP, one update'
  return row({ name: `${name}, bare`, ...bare, measure: bare.rate / floorRate, unit: 'of the floor', note })
}

export const create = createCase('create', MERCHANTS)
/** The case `create` with one merchant. */
export const createHot = createCase('create-hot', 1)
