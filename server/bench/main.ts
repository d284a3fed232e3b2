import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { systemClock } from '../src/kernel/clock.ts'
import { log, type Bench } from './bench.ts'
import { CASES } from './cases/list.ts'
import { compareBuilds } from './compare.ts'
import { inspectMachine, loadAverage } from './machine.ts'
import { startStack } from './stack.ts'
import { formatRuns, readRows } from './table.ts'

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number of at most 9 digits.')
  return Number(text)
}

const positive = (text: string): number => Math.max(1, wholeNumber(text))

function caseNames(text: string): string[] {
  const wanted = text.split(',')
  const unknown = wanted.find((name) => !(name in CASES))
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no case ${unknown}.`)
  return Object.keys(CASES).filter((name) => wanted.includes(name))
}

const command = new Command('pnpm bench')
  .option('--case <a,b>', `runs only these: ${Object.keys(CASES).join(', ')}`, caseNames)
  .option(
    '--seconds <N>',
    'time of each measurement; a reading case divides it among its operations',
    positive,
    10,
  )
  .option(
    '--rows <N>',
    'charges: writing cases start from 0, reading cases read 1000000 by default',
    wholeNumber,
    0,
  )
  .option('--data <DIR>', 'keeps databases and logs in DIR and reuses them: a data set is loaded once')
  .option('--json <FILE>', 'also writes the results to FILE')
  .option('--pgledger <PATH>', 'pgledger.sql of a checkout of pgledger, for the case peers')
  .option(
    '--no-floors',
    'does not measure floors: runs of only the SQL statements that an operation cannot avoid',
  )
  .option(
    '--compare <COMMIT>',
    'compares the processor time of COMMIT and of this checkout in --case, or in create and pay',
  )
  .option(
    '--set <A=1,B=2>',
    'further settings of the servers; with --compare HEAD, the run compares this checkout with and without these settings',
    '',
  )
  .option('--pairs <N>', 'how many times --compare measures each build', positive, 5)
  .option('--table <a,b>', 'measures nothing; prints JSON files of several runs as one table')

/** Parses a list of settings such as `A=1,B=2`. */
const settingsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(',')
      .filter(Boolean)
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )

interface Options extends Pick<Bench, 'seconds' | 'rows' | 'floors' | 'pgledger'> {
  case?: string[]
  data?: string
  json?: string
  compare?: string
  set: string
  pairs: number
  table?: string
}

const options = command.parse().opts<Options>()

/**
 * Runs the cases one after the other and prints their results. Returns the number of failed cases. On a signal, stops
 * all programs and exits.
 */
async function runCases(names: readonly string[]): Promise<number> {
  const dataDir = options.data ? resolve(options.data) : mkdtempSync(join(tmpdir(), 'pix-bench-'))
  const stack = await startStack(dataDir, settingsOf(options.set))
  let cleaning: Promise<void> | undefined
  const cleanUp = (): Promise<void> =>
    (cleaning ??= stack.stop().finally(() => {
      if (!options.data) rmSync(dataDir, { recursive: true, force: true })
    }))
  let isInterrupted = false
  const interrupt = (): void => {
    isInterrupted = true
    void cleanUp().finally(() => process.exit(130))
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  const bench: Bench = { ...options, largeRows: options.rows || 1_000_000, stack, measured: [], toClose: [] }
  let failed = 0
  try {
    const machine = inspectMachine(dataDir)
    for (const name of names) {
      log(name)
      try {
        const run = await CASES[name]?.()
        bench.measured.push(...((await run?.(bench)) ?? []))
      } catch (error) {
        // After a signal, the case fails only because the database was stopped. So wait here until `interrupt` ends
        // this process.
        if (isInterrupted) await new Promise(() => undefined)
        log(`${name} failed: ${error instanceof Error ? error.stack : String(error)}`)
        failed += 1
      }
    }
    report(bench, { ...machine, loadAtEnd: loadAverage() })
  } finally {
    for (const close of bench.toClose) await close()
    await cleanUp()
  }
  return failed
}

type Machine = ReturnType<typeof inspectMachine> & { loadAtEnd: number }

function report({ seconds, rows: rowsAtStart, largeRows, measured: rows }: Bench, machine: Machine): void {
  const { cores, processor, memoryMib, node, fdatasyncP50Ms, fdatasyncP99Ms, loadAtStart, loadAtEnd } =
    machine
  print(
    `${formatRuns([rows])}\n\n` +
      `Commit ${machine.commit}, ${seconds} s per case, ${rowsAtStart} charges at the start of writing cases.\n` +
      `Machine: ${cores} cores (${processor}), ${memoryMib} MiB, Node ${node}; fdatasync of 8 KiB p50 ` +
      `${fdatasyncP50Ms.toFixed(2)} ms, p99 ${fdatasyncP99Ms.toFixed(2)} ms; load ${loadAtStart.toFixed(1)} at the ` +
      `start, ${loadAtEnd.toFixed(1)} at the end.`,
  )
  const run = { at: systemClock.now(), seconds, rowsAtStart, largeRows, machine, rows }
  if (options.json) writeFileSync(options.json, `${JSON.stringify(run, null, 2)}\n`)
}

const print = (text: string): void => void process.stdout.write(`${text}\n`)

const { case: wanted, compare, set, table, pgledger, seconds, rows, pairs } = options
if (wanted?.includes('peers') && pgledger === undefined)
  command.error('the case peers requires --pgledger PATH')
if (table !== undefined)
  print(formatRuns(table.split(',').map((file) => readRows(readFileSync(file, 'utf8')))))
else if (compare !== undefined)
  print(
    await compareBuilds({ commit: compare, cases: wanted ?? ['create', 'pay'], seconds, rows, pairs, set }),
  )
else {
  const all = Object.keys(CASES).filter((name) => name !== 'peers' || pgledger !== undefined)
  process.exit((await runCases(wanted ?? all)) === 0 ? 0 : 1)
}
