import { z } from 'zod'

const Value = z.number().nullable().default(null)
const Text = z.string().default('')

const Cost = z.object({
  /** The processor time that each process spent on one operation, in microseconds. */
  microsEach: z.record(z.string(), z.number()),
  /** The share of all processor time that other programs and the hypervisor used during the measurement, in percent. */
  othersPercent: z.number(),
})
export type Cost = z.infer<typeof Cost>

/** A result of a case. Rates are calls, payments or events per second. */
const Row = z.object({
  name: z.string(),
  count: Value,
  rate: Value,
  p50Ms: Value,
  p95Ms: Value,
  p99Ms: Value,
  /** The rate of the floor in the same run. A floor runs only the SQL statements that the operation cannot avoid. */
  floorRate: Value,
  /** The value, in `unit`, that the verdict compares with the bounds. */
  measure: Value,
  unit: Text,
  /** The required bound and the target, such as `>= 0.5`; empty if there is no bound. */
  must: Text,
  strive: Text,
  note: Text,
  cost: Cost.nullable().default(null),
  floorCost: Cost.nullable().default(null),
})
export type Row = z.infer<typeof Row>

export const row = (given: z.input<typeof Row>): Row => Row.parse(given)

/** Parses the rows in a file that `--json` wrote. */
export const readRows = (json: string): Row[] => z.object({ rows: z.array(Row) }).parse(JSON.parse(json)).rows

/** Formats a Markdown table, aligned for the terminal. */
export function markdown(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [head, ...lines]
  const widths = head.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  const [first, ...rest] = all.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [first, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rest].join('\n')
}

/** Returns whether a measure meets a bound such as `<= 500 ms`; undefined without a measure or a bound. */
function meets(measure: number | null, bound: string): boolean | undefined {
  const [, sign, number] = /^(>=|<=) ([\d.]+)/.exec(bound) ?? []
  if (measure === null || number === undefined) return undefined
  return sign === '>=' ? measure >= Number(number) : measure <= Number(number)
}

/** Returns the worst of the verdicts of several rows. */
function verdictOf(rows: readonly Row[]): string {
  const verdicts = rows.map(({ measure, must, strive }) => {
    if (meets(measure, strive)) return 'target met'
    return { true: 'required met', false: 'missed' }[String(meets(measure, must))]
  })
  return ['missed', 'required met', 'target met'].find((verdict) => verdicts.includes(verdict)) ?? ''
}

const PROCESSES = ['postgres', 'api', 'worker', 'all', 'simulator', 'bench']
const COLUMNS = [
  ['rate/s', 'rate', 0],
  ['samples', 'count', 0],
  ['p50 ms', 'p50Ms', 1],
  ['p95 ms', 'p95Ms', 1],
  ['p99 ms', 'p99Ms', 1],
  ['floor/s', 'floorRate', 0],
  ['measure', 'measure', 2],
] as const

/** Joins the values of all runs with commas. Returns an empty text when all values are empty. */
const cell = (texts: readonly string[]): string => (texts.some(Boolean) ? texts.join(', ') : '')

/** Formats results, processor times and notes. Each cell contains the values of all runs. */
export function formatRuns(runs: readonly (readonly Row[])[]): string {
  const cases = Array.from(Map.groupBy(runs.flat(), ({ name }) => name))
  const results = cases.map(([name, rows]) => {
    const values = COLUMNS.map(([, field, digits]) =>
      cell(rows.map((one) => one[field]?.toFixed(digits) ?? '')),
    )
    return [name, ...values, rows[0]?.unit ?? '', rows[0]?.must ?? '', rows[0]?.strive ?? '', verdictOf(rows)]
  })
  const head = ['case', ...COLUMNS.map(([title]) => title), 'unit', 'required', 'target', 'verdict']
  const costs = cases.flatMap(([name, rows]): [string, Cost[]][] => [
    [name, rows.flatMap(({ cost }) => cost ?? [])],
    [`${name}, floor`, rows.flatMap(({ floorCost }) => floorCost ?? [])],
  ])
  const notes = runs.length > 1 ? [] : runs.flat().map(({ name, note }) => note && `${name}: ${note}.`)
  return [markdown(head, results), formatCosts(costs), ...notes].filter(Boolean).join('\n\n')
}

function formatCosts(given: readonly [name: string, costs: Cost[]][]): string {
  const shown = given.filter(([, costs]) => costs.length > 0)
  const used = PROCESSES.filter((name) =>
    shown.some(([, costs]) => costs.some((cost) => cost.microsEach[name])),
  )
  const lines = shown.map(([name, costs]) => [
    name,
    ...used.map((process) => cell(costs.map(({ microsEach }) => String(microsEach[process] ?? '')))),
    costs.map(({ othersPercent }) => `${othersPercent.toFixed(0)} %`).join(', '),
  ])
  const head = ['processor time of one operation, µs', ...used, 'other programs']
  return shown.length === 0 ? '' : markdown(head, lines)
}
