import { findChromium } from './checks/chromium.ts'
import { journeyPart, stackPart, staticParts, vitestParts } from './checks/parts.ts'
import type { Result } from './checks/run-part.ts'
import { failureOf, runConcurrently, runInSequence, runSuite, type SuiteContext } from './checks/suite.ts'

/**
 * How many static checks and tests of the stack run at the same time. The number is two, because a small machine has
 * two cores.
 */
const CONCURRENCY = 2

async function runAll({ paths, reports, signal }: SuiteContext): Promise<Result[]> {
  const faults: Result[] = []
  // An installation of Chromium waits for the network, and the tests of the server wait for the database. The static
  // checks and the tests of the stack use the processors meanwhile.
  const [checks, chromium, tests] = await Promise.all([
    runConcurrently([...staticParts(paths), stackPart(paths, reports)], { concurrency: CONCURRENCY, signal }),
    findChromium(paths, signal).catch((error: unknown) => {
      faults.push(failureOf('Chromium', error))
      return ''
    }),
    runInSequence(vitestParts(paths, reports), signal),
  ])
  const journeys = await runInSequence([journeyPart(paths, reports, chromium)], signal)
  return [...checks, ...faults, ...tests, ...journeys]
}

process.exit(await runSuite(runAll))
