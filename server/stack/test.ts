import { journeyPart, stackPart, staticParts, vitestParts } from './checks/parts.ts'
import type { Result } from './checks/run-part.ts'
import { findBrowser, runConcurrently, runInSequence, runSuite, type SuiteContext } from './checks/suite.ts'

/**
 * How many static checks and tests of the stack run at the same time. The number is two, because a small machine has
 * two cores.
 */
const CONCURRENCY = 2

async function runAll(context: SuiteContext): Promise<Result[]> {
  const { paths, reports, signal } = context
  // An installation of Chromium waits for the network, and the tests of the server wait for the database. The static
  // checks and the tests of the stack use the processors meanwhile.
  const [checks, { chromium, faults }, tests] = await Promise.all([
    runConcurrently([...staticParts(paths), stackPart(paths, reports)], { concurrency: CONCURRENCY, signal }),
    findBrowser(context),
    runInSequence(vitestParts(paths, reports), signal),
  ])
  const journeys = await runInSequence([journeyPart(paths, reports, chromium)], signal)
  return [...checks, ...faults, ...tests, ...journeys]
}

process.exit(await runSuite(runAll))
