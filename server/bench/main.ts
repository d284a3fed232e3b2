import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CASES } from './cases/list.ts'
import { compareBuilds } from './compare.ts'
import { runCases } from './run.ts'
import { formatRuns, readRows } from './table.ts'

const HELP = `pnpm bench [options]
  --case a,b        runs only these: ${Object.keys(CASES).join(', ')}
                    (peers runs only with --pgledger)
  --seconds N       how long each measurement runs (default 10)
  --rows N          size of the data set in charges: writing cases start from it (default 0), reading cases
                    read it (default 1000000)
  --data DIR        keeps databases and logs in DIR and reuses them: a data set is loaded once
  --json FILE       also writes the results to FILE
  --pgledger PATH   pgledger.sql of a checkout of pgledger, for the case peers
  --no-floors       does not measure floors
  --profile DIR     writes CPU profiles of the servers to DIR
  --compare COMMIT  measures the builds of COMMIT and of this checkout alternately and compares their processor time
                    (default cases: create, pay)
  --pairs N         how many times --compare measures each build (default 5)
  --table a,b,c     measures nothing; prints the JSON files of several runs as one Markdown table
`

const { values: given } = parseArgs({
  options: {
    case: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    rows: { type: 'string' },
    data: { type: 'string' },
    json: { type: 'string' },
    pgledger: { type: 'string' },
    'no-floors': { type: 'boolean', default: false },
    profile: { type: 'string' },
    compare: { type: 'string' },
    pairs: { type: 'string', default: '5' },
    table: { type: 'string' },
    help: { type: 'boolean' },
  },
})

class UsageError extends Error {}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} must be a whole number, not ${text}`)
  return Number(text)
}

function chosenCases(): string[] {
  const all = Object.keys(CASES).filter((name) => name !== 'peers' || given.pgledger !== undefined)
  const wanted = given.case?.split(',')
  const unknown = wanted?.find((name) => !(name in CASES))
  if (unknown !== undefined) throw new UsageError(`unknown case ${unknown}`)
  if (wanted?.includes('peers') && given.pgledger === undefined)
    throw new UsageError('the case peers requires --pgledger PATH')
  return wanted === undefined ? all : Object.keys(CASES).filter((name) => wanted.includes(name))
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

function formatFiles(files: string[]): string {
  return `${formatRuns(files.map((file) => readRows(readFileSync(file, 'utf8'))))}\n`
}

/** Returns the exit code. */
async function main(): Promise<number> {
  if (given.help) return print(HELP)
  if (given.table !== undefined) return print(formatFiles(given.table.split(',')))
  const cases = chosenCases()
  const seconds = Math.max(1, wholeNumber('seconds', given.seconds))
  const rows = wholeNumber('rows', given.rows ?? '0')
  if (given.compare !== undefined) {
    const pairs = Math.max(1, wholeNumber('pairs', given.pairs))
    const compared = given.case === undefined ? ['create', 'pay'] : cases
    return print(await compareBuilds({ commit: given.compare, cases: compared, seconds, rows, pairs }))
  }
  const largeRows = rows > 0 ? rows : 1_000_000
  const { data: dataDir, json: jsonFile, profile: profileDir, pgledger } = given
  const failed = await runCases({
    cases,
    seconds,
    rows,
    largeRows,
    dataDir,
    profileDir,
    pgledger,
    jsonFile,
    floors: !given['no-floors'],
  })
  return failed === 0 ? 0 : 1
}

const errorText = (error: unknown): string | undefined =>
  error instanceof Error ? error.stack : String(error)

try {
  process.exit(await main())
} catch (error) {
  const message = error instanceof UsageError ? `${error.message}\n\n${HELP}` : errorText(error)
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
