import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { Part } from './parts.ts'

/** A test that failed at least once, and the first lines of its error. */
export interface Failure {
  test: string
  why: string
}

export interface Counts {
  passed: number
  failed: number
  failures: Failure[]
}

const WHY_LINES = 12

const Vitest = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
    }),
  ),
})
const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional()
  },
})
const Playwright = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(Suite),
})

/**
 * Counts the passed and failed tests of a part, and lists the failures. A part that failed without a failed test, for
 * example in its set-up, counts as one failed test. A skipped journey counts as failed. A journey that passed on retry
 * counts as passed and is listed.
 */
export function countTests(part: Part, isOk: boolean): Counts {
  const counts = part.report ? read(part.report) : { ...NOTHING, passed: isOk ? 1 : 0 }
  return !isOk && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

const NOTHING: Counts = { passed: 0, failed: 0, failures: [] }

function read({ kind, file }: NonNullable<Part['report']>): Counts {
  const report = parse(file)
  return kind === 'vitest' ? readVitest(report) : readPlaywright(report)
}

function readVitest(report: unknown): Counts {
  const { data } = Vitest.safeParse(report)
  if (!data) return NOTHING
  const failures = data.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        test: `${name}: ${fullName}`,
        why: firstLines(failureMessages?.[0]),
      })),
  )
  return { passed: data.numPassedTests, failed: data.numFailedTests, failures }
}

function readPlaywright(report: unknown): Counts {
  const { data } = Playwright.safeParse(report)
  if (!data) return NOTHING
  const { expected, unexpected, flaky, skipped } = data.stats
  const failures = data.suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => ({
        test: `${file}: ${title}${status === 'flaky' ? ' (passed on retry)' : ''}`,
        why: firstLines(results[0]?.errors[0]?.message),
      })),
  )
  return { passed: expected + flaky, failed: unexpected + skipped, failures }
}

const specsOf = ({ specs, suites = [] }: z.infer<typeof Suite>): z.infer<typeof Spec>[] => [
  ...specs,
  ...suites.flatMap(specsOf),
]

const firstLines = (message = ''): string =>
  stripVTControlCharacters(message).split('\n').slice(0, WHY_LINES).join('\n')

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
