import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../src/kernel/clock.ts'
import { describeFailure } from '../describe-failure.ts'
import { findPaths, type StackPaths } from '../paths.ts'
import { watchParent } from '../watch-parent.ts'
import { findChromium } from './chromium.ts'
import type { Failure } from './count-tests.ts'
import type { Part } from './parts.ts'
import { runPart, type Result } from './run-part.ts'

/** The paths of the stack, an empty folder for reports, and a signal that is aborted on Ctrl-C. */
export interface SuiteContext {
  paths: StackPaths
  reports: string
  signal: AbortSignal
}

/** The maximum number of error lines at the end of the log, for all failed tests together. */
const FAILURE_LINES = 40

const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Runs the parts of a suite and prints the summary. Returns the exit code: 0 if every part passed, otherwise 1. */
export async function runSuite(runParts: (context: SuiteContext) => Promise<Result[]>): Promise<number> {
  const startedMs = systemClock.now().getTime()
  const aborter = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => aborter.abort())
  watchParent(() => aborter.abort())
  const reports = mkdtempSync(join(tmpdir(), 'pix-reports-'))
  try {
    const results = await runParts({ paths: findPaths('.data'), reports, signal: aborter.signal })
    summarize(results, (systemClock.now().getTime() - startedMs) / 1000)
    return aborter.signal.aborted || results.some(({ isOk }) => !isOk) ? 1 : 0
  } finally {
    rmSync(reports, { recursive: true, force: true })
  }
}

/** Runs the parts one after the other, and prints their output immediately. */
export async function runInSequence(parts: Part[], signal: AbortSignal): Promise<Result[]> {
  const results: Result[] = []
  for (const part of parts) {
    if (signal.aborted) break
    print(`\n── ${part.name}`)
    results.push(await runPart(part, { quiet: false, signal }))
  }
  return results
}

/** Runs up to `concurrency` parts at the same time. Prints the output of a part only if the part fails. */
export async function runConcurrently(
  parts: Part[],
  { concurrency, signal }: { concurrency: number; signal: AbortSignal },
): Promise<Result[]> {
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
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}

/** Finds or installs Chromium. If this fails, `chromium` is empty, and `faults` contains the failure. */
export async function findBrowser({
  paths,
  signal,
}: SuiteContext): Promise<{ chromium: string; faults: Result[] }> {
  try {
    return { chromium: await findChromium(paths, signal), faults: [] }
  } catch (error) {
    return { chromium: '', faults: [failureOf('Chromium', error)] }
  }
}

/** Returns the result of a part that failed before it could run. */
function failureOf(name: string, error: unknown): Result {
  const failures = [{ test: name, why: describeFailure(error) }]
  return { name, seconds: 0, passed: 0, failed: 1, failures, isOk: false, output: '' }
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
