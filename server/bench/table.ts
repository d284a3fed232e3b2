import { z } from 'zod'

const Value = z.number().nullable().default(null)
const Text = z.string().default('')

const Cost = z.object({
  /** Processor time of one operation by process. */
  microsEach: z.record(z.string(), z.number()),
  /** Memory of each process afterwards. */
  memoryMib: z.record(z.string(), z.number()),
  /** Share of all processors that other programs and the host took meanwhile. */
  othersPercent: z.number(),
})
export type Cost = z.infer<typeof Cost>

/** The result of a case. Rates in calls, payments or events a second. */
const Row = z.object({
  name: z.string(),
  count: Value,
  rate: Value,
  p50Ms: Value,
  p95Ms: Value,
  p99Ms: Value,
  /** What the least work for the same effect reached in the same run. */
  floorRate: Value,
  /** What is judged, in `unit`. */
  measure: Value,
  unit: Text,
  /** What the measure must reach, and what we strive for, like `>= 0.5`; empty: no bound. */
  must: Text,
  strive: Text,
  note: Text,
  cost: Cost.nullable().default(null),
  floorCost: Cost.nullable().default(null),
})
export type Row = z.infer<typeof Row>

export const row = (given: z.input<typeof Row>): Row => Row.parse(given)

/** The rows in the text that `--json` wrote. */
export const readRows = (json: string): Row[] => z.object({ rows: z.array(Row) }).parse(JSON.parse(json)).rows

/** Whether a measure keeps a bound like `>= 0.35` or `<= 500 ms`; undefined without one. */
function keeps(measure: number | null, bound: string): boolean | undefined {
  const [, sign, number] = /^(>=|<=) ([\d.]+)/.exec(bound) ?? []
  if (measure === null || number === undefined) return undefined
  return sign === '>=' ? measure >= Number(number) : measure <= Number(number)
}

function verdictOf({ measure, must, strive }: Row): string {
  if (keeps(measure, strive)) return 'strived'
  const kept = keeps(measure, must)
  if (kept === undefined) return ''
  return kept ? 'reached' : 'short'
}

/** The worst of several verdicts. */
function worstOf(rows: readonly Row[]): string {
  const verdicts = rows.map(verdictOf)
  return ['short', 'reached', 'strived'].find((verdict) => verdicts.includes(verdict)) ?? ''
}

const digits = (value: number | null, count = 0): string => value?.toFixed(count) ?? ''
const PROCESSES = ['postgres', 'api', 'worker', 'all', 'simulator', 'bench']

/** A Markdown table, aligned for the terminal. */
export function markdown(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [head, ...lines]
  const widths = head.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  const [first, ...rest] = all.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [first, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rest].join('\n')
}

/** Runs side by side, each cell with the values of all: results, processor time of one operation, notes. */
export function formatRuns(runs: readonly (readonly Row[])[]): string {
  const names = Array.from(new Set(runs.flatMap((rows) => rows.map(({ name }) => name))))
  const cases = names.map((name) => runs.flatMap((rows) => rows.find((one) => one.name === name) ?? []))
  const cell = (rows: readonly Row[], show: (one: Row) => string): string => {
    const shown = rows.map(show)
    return shown.every((text) => text === '') ? '' : shown.join(', ')
  }
  const columns: [string, (one: Row) => string][] = [
    ['rate/s', ({ rate }) => digits(rate)],
    ['p50 ms', ({ p50Ms }) => digits(p50Ms, 1)],
    ['p95 ms', ({ p95Ms }) => digits(p95Ms, 1)],
    ['p99 ms', ({ p99Ms }) => digits(p99Ms, 1)],
    ['floor/s', ({ floorRate }) => digits(floorRate)],
    ['measure', ({ measure }) => digits(measure, 2)],
  ]
  const results = cases.map((rows) => [
    rows[0]?.name ?? '',
    ...columns.map(([, show]) => cell(rows, show)),
    rows[0]?.unit ?? '',
    rows[0]?.must ?? '',
    rows[0]?.strive ?? '',
    worstOf(rows),
  ])
  const head = ['case', ...columns.map(([name]) => name), 'unit', 'must', 'strive', 'verdict']
  const notes =
    runs.length > 1 ? [] : cases.flat().map(({ name, note }) => (note === '' ? '' : `${name}: ${note}.`))
  return [markdown(head, results), formatCosts(cases), ...notes].filter((part) => part !== '').join('\n\n')
}

function formatCosts(cases: readonly (readonly Row[])[]): string {
  const costs = cases.flatMap((rows) => [
    { name: rows[0]?.name ?? '', costs: rows.flatMap(({ cost }) => cost ?? []) },
    { name: `${rows[0]?.name}, floor`, costs: rows.flatMap(({ floorCost }) => floorCost ?? []) },
  ])
  const shown = costs.filter((one) => one.costs.length > 0)
  if (shown.length === 0) return ''
  const used = PROCESSES.filter((process) =>
    shown.some((one) => one.costs.some(({ microsEach }) => microsEach[process])),
  )
  const lines = shown.map((one) => [
    one.name,
    ...used.map((process) => one.costs.map(({ microsEach }) => microsEach[process] ?? '').join(', ')),
    one.costs.map(({ othersPercent }) => `${othersPercent.toFixed(0)} %`).join(', '),
  ])
  return markdown(['processor time of one, µs', ...used, 'other programs'], lines)
}
