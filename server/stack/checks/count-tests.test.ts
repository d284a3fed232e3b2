import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countTests } from './count-tests.ts'

const folder = mkdtempSync(join(tmpdir(), 'pix-count-'))
afterAll(() => rmSync(folder, { recursive: true }))

function countReport(kind: 'vitest' | 'playwright', report: unknown, output = '') {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return countTests(
    { name: 'tests', args: [], cwd: folder, limitMs: 1, report: { kind, file } },
    false,
    output,
  )
}

const journey = (title: string, status: string, message?: string) => ({
  title,
  file: 'money.journey.ts',
  tests: [{ status, results: [{ errors: message === undefined ? [] : [{ message }] }] }],
})

test('a failed Vitest test is reported with its name and the first lines of its error', () => {
  const assertionResults = [
    { fullName: 'money stays', status: 'passed', failureMessages: [] },
    {
      fullName: 'money is lost',
      status: 'failed',
      failureMessages: [`\u001B[31mexpected 1\u001B[0m to be 2${'\n    at somewhere'.repeat(40)}`],
    },
  ]
  const testResults = [{ name: '/src/money.test.ts', status: 'failed', message: '', assertionResults }]
  const { failures, ...counts } = countReport('vitest', { numPassedTests: 1, testResults })
  expect(counts).toEqual({ passed: 1, failed: 1 })
  expect(failures).toEqual([
    { test: '/src/money.test.ts: money is lost', why: expect.stringMatching(/^expected 1 to be 2\n/) },
  ])
  expect(failures[0]?.why.split('\n').length).toBeLessThan(20)
})

test('a flaky journey counts as passed, but is listed like a failed or skipped journey', () => {
  const report = {
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 1 },
    suites: [
      {
        specs: [journey('pays', 'expected'), journey('waits', 'flaky', 'too early')],
        suites: [{ specs: [journey('refunds', 'unexpected', 'no button'), journey('walks', 'skipped')] }],
      },
    ],
  }
  expect(countReport('playwright', report)).toEqual({
    passed: 2,
    failed: 2,
    failures: [
      { test: 'money.journey.ts: waits (passed on retry)', why: 'too early' },
      { test: 'money.journey.ts: refunds', why: 'no button' },
      { test: 'money.journey.ts: walks (skipped)', why: '' },
    ],
  })
})

test('a test file that fails in its set-up counts as one failed test and is listed with its error', () => {
  const testResults = [
    { name: '/src/money.test.ts', status: 'failed', message: 'no database', assertionResults: [] },
    { name: '/src/sale.test.ts', status: 'passed', message: '', assertionResults: [] },
  ]
  expect(countReport('vitest', { numPassedTests: 0, testResults })).toEqual({
    passed: 0,
    failed: 1,
    failures: [{ test: '/src/money.test.ts', why: 'no database' }],
  })
})

test('a part that fails without a report counts as one failed test and is listed with its last lines', () => {
  const output = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n')
  const { failures, ...counts } = countReport('vitest', 'cut short', output)
  expect(counts).toEqual({ passed: 0, failed: 1 })
  expect(failures).toEqual([{ test: 'tests', why: expect.stringMatching(/line 38\nline 39$/) }])
})

test('an error outside of tests counts as one failed test and is listed with its first lines', () => {
  const testResults = [{ name: '/src/money.test.ts', status: 'passed', message: '', assertionResults: [] }]
  const output = `✓ money\n⎯ Unhandled Errors ⎯\nError: late${'\n    at somewhere'.repeat(40)}\n1 error`
  const { failures, ...counts } = countReport('vitest', { numPassedTests: 1, testResults }, output)
  expect(counts).toEqual({ passed: 1, failed: 1 })
  expect(failures[0]?.why).toMatch(/^⎯ Unhandled Errors ⎯\nError: late\n/)
})
