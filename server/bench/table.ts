import { z } from 'zod'

const Value = z.number().nullable().default(null)
const Text = z.string().default('')

const Cost = z.object({
  /** Processor time of one operation by process. */
  microsEach: z.record(z.string(), z.number()),
  /** Memory of each process after the measurement. */
  memoryMib: z.record(z.string(), z.number()),
  /** Share of all processor time that other programs and the hypervisor used during the measurement. */
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
  /** Rate of the floor in the same run. */
  floorRate: Value,
  /** The value that the verdict compares with the bounds, in `unit`. */
  measure: Value,
  unit: Text,
  /** The required bound and the target, such as `>= 0.5`; empty for no bound. */
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

/** Whether a measure meets a bound such as `<= 500 ms`; undefined without a measure or a bound. */
function meets(measure: number | null, bound: string): boolean | undefined {
  const [, sign, number] = /^(>=|<=) ([\d.]+)/.exec(bound) ?? []
  if (measure === null || number === undefined) return undefined
  return sign === '>=' ? measure >= Number(number) : measure <= Number(number)
}

function verdictOf({ measure, must, strive }: Row): string {
  if (meets(measure, strive)) return 'target met'
  const met = meets(measure, must)
  if (met === undefined) return ''
  return met ? 'required met' : 'missed'
}

/** Returns the worst verdict of several rows. */
function worstOf(rows: readonly Row[]): string {
  const verdicts = rows.map(verdictOf)
  return ['missed', 'required met', 'target met'].find((verdict) => verdicts.includes(verdict)) ?? ''
}

const digits = (value: number | null, count = 0): string => value?.toFixed(count) ?? ''
const PROCESSES = ['postgres', 'api', 'worker', 'all', 'simulator', 'bench']

/** Formats a Markdown table, aligned for the terminal. */
export function markdown(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const all = [head, ...lines]
  const widths = head.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  const [first, ...rest] = all.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [first, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rest].join('\n')
}

/** Formats results, processor times and notes. Each cell contains the values of all runs. */
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
  const head = ['case', ...columns.map(([name]) => name), 'unit', 'required', 'target', 'verdict']
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
  return markdown(['processor time of one operation, µs', ...used, 'other programs'], lines)
}
