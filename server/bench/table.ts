/** A line of the table. Rates in calls (or payments, or events) a second. */
export interface Row {
  name: string
  rate: number | null
  p50Ms: number | null
  p95Ms: number | null
  p99Ms: number | null
  floorRate: number | null
  /** What is judged: rate to floor, or time at a million to time at ten thousand, or a time in ms. */
  measure: number | null
  /** What the measure must reach, and whether more or less is better: `>= 0.35`. */
  must: string
  strive: string
  note: string
}

const blank: Row = {
  name: '',
  rate: null,
  p50Ms: null,
  p95Ms: null,
  p99Ms: null,
  floorRate: null,
  measure: null,
  must: '',
  strive: '',
  note: '',
}

export const row = (given: Partial<Row> & { name: string }): Row => ({ ...blank, ...given })

/** Whether a measure keeps a bound like `>= 0.35` or `<= 500 ms`; undefined without one. */
export function keeps(measure: number | null, bound: string): boolean | undefined {
  const [, sign, number] = /^(>=|<=) ([\d.]+)/.exec(bound) ?? []
  if (measure === null || number === undefined) return undefined
  return sign === '>=' ? measure >= Number(number) : measure <= Number(number)
}

const HEAD = [
  'case',
  'rate/s',
  'p50 ms',
  'p95 ms',
  'p99 ms',
  'floor/s',
  'measure',
  'must',
  'strive',
  'verdict',
  'note',
]

/** The rows as a Markdown table, aligned for the terminal. */
export function formatTable(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)))
  const lines = cells.map(
    (line) => `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

function cellsOf(line: Row): string[] {
  return [
    line.name,
    whole(line.rate),
    fine(line.p50Ms),
    fine(line.p95Ms),
    fine(line.p99Ms),
    whole(line.floorRate),
    line.measure === null ? '' : line.measure.toFixed(2),
    line.must,
    line.strive,
    verdict(line),
    line.note,
  ]
}

function verdict({ measure, must, strive }: Row): string {
  if (keeps(measure, strive)) return 'strived'
  const kept = keeps(measure, must)
  if (kept === undefined) return ''
  return kept ? 'reached' : 'short'
}

const whole = (value: number | null): string => (value === null ? '' : value.toFixed(0))
const fine = (value: number | null): string => (value === null ? '' : value.toFixed(1))
