import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import type { Part } from './parts.ts'

/** A test that failed at least once, or a part that failed as a whole. */
export interface Failure {
  test: string
  /** The first lines of the error, or the end of the part's output. */
  why: string
}

export interface Counts {
  passed: number
  failed: number
  failures: Failure[]
}

const WHY_LINES = 12
const UNHANDLED = /Unhandled (Error|Rejection)/

const Vitest = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().nullish(),
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

type VitestFile = z.infer<typeof Vitest>['testResults'][number]

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
 * Counts the passed and failed tests of a part, and lists the failures. A test file that failed outside its tests
 * counts as one failed test. If a part failed without a failed test, the part counts as one failed test, whose message
 * is the end of `output`. A skipped journey counts as failed. A journey that passed on retry counts as passed and is
 * listed.
 */
export function countTests(part: Part, isOk: boolean, output: string): Counts {
  const counts = part.report ? read(part.report) : { ...NOTHING, passed: isOk ? 1 : 0 }
  if (isOk || counts.failed > 0) return counts
  return { ...counts, failed: 1, failures: [...counts.failures, { test: part.name, why: explain(output) }] }
}

const NOTHING: Counts = { passed: 0, failed: 0, failures: [] }

function read({ kind, file }: NonNullable<Part['report']>): Counts {
  const report = parse(file)
  return kind === 'vitest' ? readVitest(report) : readPlaywright(report)
}

function readVitest(report: unknown): Counts {
  const { data } = Vitest.safeParse(report)
  if (!data) return NOTHING
  const failures = data.testResults.flatMap(failuresOf)
  return { passed: data.numPassedTests, failed: failures.length, failures }
}

function failuresOf({ name, status, message, assertionResults }: VitestFile): Failure[] {
  const failed = assertionResults.filter((result) => result.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [{ test: name, why: firstLines(message ?? '') }]
  return failed.map(({ fullName, failureMessages }) => ({
    test: `${name}: ${fullName}`,
    why: firstLines(failureMessages?.[0]),
  }))
}

const REMARKS: Record<string, string> = { flaky: ' (passed on retry)', skipped: ' (skipped)' }

function readPlaywright(report: unknown): Counts {
  const { data } = Playwright.safeParse(report)
  if (!data) return NOTHING
  const { expected, unexpected, flaky, skipped } = data.stats
  const failures = data.suites.flatMap(specsOf).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ status, results }) => ({
        test: `${file}: ${title}${REMARKS[status] ?? ''}`,
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

/** Returns the lines after Vitest's heading for errors outside tests. Without that heading, returns the last lines. */
function explain(output: string): string {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n')
  const heading = lines.findIndex((line) => UNHANDLED.test(line))
  return (heading < 0 ? lines.slice(-WHY_LINES) : lines.slice(heading, heading + WHY_LINES)).join('\n')
}

function parse(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
