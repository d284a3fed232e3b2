import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../src/kernel/clock.ts'
import { findChromium } from './checks/chromium.ts'
import type { Failure } from './checks/count-tests.ts'
import { journeyPart, stackPart, staticParts, vitestParts, type Part } from './checks/parts.ts'
import { runPart, type Result } from './checks/run-part.ts'
import { describeFailure } from './describe-failure.ts'
import { watchParent } from './watch-parent.ts'
import { findPaths, type StackPaths } from './paths.ts'

/**
 * How many static checks and tests of the stack run at the same time. The number is two, because a small machine has
 * two cores.
 */
const CONCURRENCY = 2

/** The maximum number of error lines at the end of the log, for all failed tests together. */
const FAILURE_LINES = 40

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

async function main(): Promise<number> {
  const startedMs = systemClock.now().getTime()
  const paths = findPaths('.data')
  const aborter = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => aborter.abort())
  watchParent(() => aborter.abort())
  const reports = mkdtempSync(join(tmpdir(), 'pix-reports-'))
  try {
    const results = await runAll(paths, reports, aborter.signal)
    summarize(results, (systemClock.now().getTime() - startedMs) / 1000)
    return aborter.signal.aborted || results.some(({ isOk }) => !isOk) ? 1 : 0
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

async function runAll(paths: StackPaths, reports: string, signal: AbortSignal): Promise<Result[]> {
  const faults: Result[] = []
  // An installation of Chromium waits for the network, and the tests of the server wait for the database. The static
  // checks and the tests of the stack use the processors meanwhile.
  const [checks, chromium, tests] = await Promise.all([
    runConcurrently([...staticParts(paths), stackPart(paths, reports)], signal),
    findChromium(paths, signal).catch((error: unknown) => {
      faults.push(failureOf('Chromium', error))
      return ''
    }),
    runInSequence(vitestParts(paths, reports), signal),
  ])
  const journeys = await runInSequence([journeyPart(paths, reports, chromium)], signal)
  return [...checks, ...faults, ...tests, ...journeys]
}

async function runInSequence(parts: Part[], signal: AbortSignal): Promise<Result[]> {
  const results: Result[] = []
  for (const part of parts) {
    if (signal.aborted) break
    print(`\n── ${part.name}`)
    results.push(await runPart(part, { quiet: false, signal }))
  }
  return results
}

function failureOf(name: string, error: unknown): Result {
  const failures = [{ test: name, why: describeFailure(error) }]
  return { name, seconds: 0, passed: 0, failed: 1, failures, isOk: false, output: '' }
}

async function runConcurrently(parts: Part[], signal: AbortSignal): Promise<Result[]> {
  const results: Result[] = []
  const waiting = [...parts]
  const worker = async (): Promise<void> => {
    for (let part = waiting.shift(); part && !signal.aborted; part = waiting.shift()) {
      const result = await runPart(part, { quiet: true, signal })
      results.push(result)
      print(line(result))
      if (!result.isOk) print(result.output)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return results
}

function summarize(results: Result[], seconds: number): void {
  const sum = (of: 'passed' | 'failed'): number => results.reduce((total, result) => total + result[of], 0)
  print('\n── Summary')
  for (const result of results) print(line(result))
  print(`in ${seconds.toFixed(0)} s`)
  printFailures(results.flatMap(({ failures }) => failures))
  print(`${sum('passed')} passed, ${sum('failed')} failed`)
}

/** Prints the failures as the last lines of the log, because many systems show only the end of a log. */
function printFailures(failures: Failure[]): void {
  const lines = Math.max(1, Math.floor(FAILURE_LINES / failures.length))
  for (const { test, why } of failures) print(`\n── ${test}\n${why.split('\n').slice(0, lines).join('\n')}`)
  print('')
}

function line({ name, seconds, passed, failed, isOk }: Result): string {
  const time = `${seconds.toFixed(1)} s`.padStart(8)
  return `${isOk ? 'ok    ' : 'FAILED'} ${name.padEnd(34)} ${time}  ${passed} passed, ${failed} failed`
}

process.exit(await main())
