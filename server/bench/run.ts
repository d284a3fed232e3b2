import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { systemClock } from '../src/kernel/clock.ts'
import type { Bench } from './bench.ts'
import { CASES } from './cases/list.ts'
import { inspectMachine, loadAverage, type Machine } from './machine.ts'
import { startStack } from './stack.ts'
import { formatRuns, type Row } from './table.ts'

export interface RunOptions {
  cases: string[]
  seconds: number
  rows: number
  largeRows: number
  /** Kept with its databases after the run; undefined for a temporary folder. */
  dataDir: string | undefined
  profileDir: string | undefined
  floors: boolean
  pgledger: string | undefined
  /** Also receives the results; undefined for none. */
  jsonFile: string | undefined
}

const log = (line: string): void => void process.stderr.write(`${line}\n`)

/**
 * Runs the cases one after the other and prints their results. Returns the number of failed cases. A signal stops all
 * programs and exits.
 */
export async function runCases(options: RunOptions): Promise<number> {
  const dataDir = options.dataDir ? resolve(options.dataDir) : mkdtempSync(join(tmpdir(), 'pix-bench-'))
  const stack = await startStack(dataDir, options.profileDir && resolve(options.profileDir))
  let cleaning: Promise<void> | undefined
  const cleanUp = (): Promise<void> =>
    (cleaning ??= stack.stop().finally(() => {
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    }))
  let isInterrupted = false
  const interrupt = (): void => {
    isInterrupted = true
    void cleanUp().finally(() => process.exit(130))
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  const bench: Bench = { ...options, stack, measured: [], toClose: [], log }
  let failed = 0
  try {
    const machine = inspectMachine(dataDir)
    for (const name of options.cases) {
      log(`bench: ${name}`)
      try {
        const one = await CASES[name]?.()
        bench.measured.push(...((await one?.run(bench)) ?? []))
      } catch (error) {
        // The signal stopped the database, which failed the case. `interrupt` exits this process.
        if (isInterrupted) await new Promise(() => undefined)
        log(`bench: ${name} failed: ${error instanceof Error ? error.stack : String(error)}`)
        failed += 1
      }
    }
    report(options, machine, bench.measured)
  } finally {
    for (const close of bench.toClose) await close()
    await cleanUp()
  }
  return failed
}

function report(options: RunOptions, machine: Machine, rows: Row[]): void {
  const loadAtEnd = loadAverage()
  const { cores, processor, memoryMib, node, fdatasyncP50Ms, fdatasyncP99Ms, loadAtStart, commit } = machine
  process.stdout.write(
    `${formatRuns([rows])}\n\nPeak memory, MiB: ${peakMemory(rows)}.\n` +
      `Commit ${commit}, ${options.seconds} s per case, ${options.rows} charges at the start of writing cases.\n` +
      `Machine: ${cores} cores (${processor}), ${memoryMib} MiB, Node ${node}; fdatasync of 8 KiB p50 ` +
      `${fdatasyncP50Ms.toFixed(2)} ms, p99 ${fdatasyncP99Ms.toFixed(2)} ms; load ${loadAtStart.toFixed(1)} at the ` +
      `start, ${loadAtEnd.toFixed(1)} at the end.\n`,
  )
  if (!options.jsonFile) return
  const { seconds, rows: rowsAtStart, largeRows } = options
  const run = {
    at: systemClock.now(),
    seconds,
    rowsAtStart,
    largeRows,
    machine: { ...machine, loadAtEnd },
    rows,
  }
  writeFileSync(options.jsonFile, `${JSON.stringify(run, null, 2)}\n`)
}

function peakMemory(rows: readonly Row[]): string {
  const peak = new Map<string, number>()
  for (const { cost } of rows)
    for (const [name, mib] of Object.entries(cost?.memoryMib ?? {}))
      peak.set(name, Math.max(mib, peak.get(name) ?? 0))
  return Array.from(peak, ([name, mib]) => `${name} ${mib}`).join(', ') || 'not measured'
}
