import { Refusal } from '../../simulator/problems.ts'
import { Problem } from '../kernel/problem.ts'
import { ACTIONS } from './actions.ts'
import { runUntilIdle, checkStep, checkWorld } from './checks.ts'
import { Crash } from './crash.ts'
import type { Faults } from './faults.ts'
import { SimWorld } from './sim-world.ts'
import { Trace } from './steps/trace.ts'

/** The result of one simulation. */
export interface SimReport {
  seed: number
  steps: number
  crashes: number
  refusals: number
  charges: number
  payments: number
  /** The step that violated an invariant; undefined if no violation was found before the final check. */
  failedAt: string | undefined
  faults: Faults
  /** The digest of the trace. The same seed always gives the same digest. */
  traceDigest: string
  /** The number of lines of the trace. */
  traceLines: number
}

/**
 * Runs `steps` random actions, drawn from `seed`, on a new, migrated database. Some actions crash at a random point.
 * Checks the cheap invariants after each action. Checks all invariants at the end, when no job finds work any more.
 * Passes each line of the trace to `write`.
 */
export async function simulate(
  databaseUrl: string,
  seed: number,
  steps: number,
  write?: (line: string) => void,
): Promise<SimReport> {
  const trace = new Trace(write)
  const world = await SimWorld.open(databaseUrl, seed, trace)
  const report: SimReport = {
    seed,
    steps,
    crashes: 0,
    refusals: 0,
    charges: 0,
    payments: 0,
    failedAt: undefined,
    faults: [],
    traceDigest: '',
    traceLines: 0,
  }
  try {
    await world.drive(async () => {
      await runSteps(world, report)
      if (report.faults.length === 0) report.faults = await checkFinalState(world)
    })
  } finally {
    report.traceDigest = trace.digest()
    report.traceLines = trace.linesCount
    report.charges = world.expected.charges.length
    report.payments = world.expected.payments.length
    await world.close()
  }
  return report
}

/** Runs the jobs until they find no more work, then returns every violated invariant. */
async function checkFinalState(world: SimWorld): Promise<Faults> {
  const faults: Faults = []
  for (const check of [() => runUntilIdle(world), () => checkStep(world), () => checkWorld(world)])
    faults.push(...(await check().catch((error: unknown) => [describe(error)])))
  return faults
}

const describe = (error: unknown): string => String(error instanceof Error ? error.stack : error)

/** Returns whether the service or the network refused the action. A refusal is not a violation. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Refusal || (error instanceof Problem && error.code !== 'internal_error')

async function runSteps(world: SimWorld, report: SimReport): Promise<void> {
  for (let step = 1; step <= report.steps; step++) {
    const action = world.seed.weighted(ACTIONS)
    world.trace.add(`step ${step}`, action.name)
    try {
      await action.run(world)
    } catch (error) {
      if (error instanceof Crash) report.crashes += 1
      else if (isRefusal(error)) report.refusals += 1
      else report.faults = [`${action.name}: ${describe(error)}`]
    }
    await world.network.idle()
    if (report.faults.length === 0) report.faults = await checkStep(world)
    if (report.faults.length > 0) {
      report.failedAt = `step ${step}, ${action.name}`
      return
    }
  }
}
