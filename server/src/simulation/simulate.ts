import { Refusal } from '../../simulator/problems.ts'
import { Problem } from '../kernel/problem.ts'
import { ACTIONS } from './actions.ts'
import { runUntilIdle, checkStep, checkWorld } from './checks.ts'
import { Crash } from './crash.ts'
import type { Faults } from './faults.ts'
import { SimWorld } from './sim-world.ts'

/** What a simulated world came to. */
export interface SimReport {
  seed: number
  steps: number
  crashes: number
  refusals: number
  charges: number
  payments: number
  /** The step after which something did not hold; undefined for the rest at the end. */
  brokenAt: string | undefined
  faults: Faults
}

/**
 * Lives one world of `steps` drawn from `seed`, over a fresh migrated database: one action at a time, crashes between
 * the steps of a verb, what must hold checked after each and, once everything has come to rest, in full.
 */
export async function simulate(databaseUrl: string, seed: number, steps: number): Promise<SimReport> {
  const world = await SimWorld.open(databaseUrl, seed)
  const report: SimReport = {
    seed,
    steps,
    crashes: 0,
    refusals: 0,
    charges: 0,
    payments: 0,
    brokenAt: undefined,
    faults: [],
  }
  try {
    await runSteps(world, report)
    if (report.faults.length === 0) report.faults = await checkFinalState(world)
  } finally {
    report.charges = world.expected.charges.length
    report.payments = world.expected.payments.length
    await world.close()
  }
  return report
}

/** What is wrong with the world once its time is over: that it does not come to rest, and what does not hold. */
async function checkFinalState(world: SimWorld): Promise<Faults> {
  const restless = await runUntilIdle(world).catch((error: unknown) => [describe(error)])
  return [...restless, ...(await checkStep(world)), ...(await checkWorld(world))]
}

const describe = (error: unknown): string => String(error instanceof Error ? error.stack : error)

/** The service or the network said no, as it may. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Refusal || (error instanceof Problem && error.code !== 'internal_error')

async function runSteps(world: SimWorld, report: SimReport): Promise<void> {
  for (let step = 1; step <= report.steps; step++) {
    const action = world.seed.weighted(ACTIONS)
    try {
      await world.clock.drive(action.run(world))
    } catch (error) {
      if (error instanceof Crash) report.crashes += 1
      else if (isRefusal(error)) report.refusals += 1
      else report.faults = [`${action.name}: ${describe(error)}`]
    }
    await world.clock.drive(world.network.idle())
    if (report.faults.length === 0) report.faults = await checkStep(world)
    if (report.faults.length > 0) {
      report.brokenAt = `step ${step}, ${action.name}`
      return
    }
  }
}
