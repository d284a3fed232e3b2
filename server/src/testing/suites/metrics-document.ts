import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPEN } from '../../kernel/metrics/metrics.ts'

/** A metric as `docs/metrics.md` describes it. */
export interface DocumentedMetric {
  type: string
  labels: Record<string, string[] | typeof OPEN>
}

const DOCUMENT = join(import.meta.dirname, '../../../docs/metrics.md')

/** Returns the metrics of the document by name. */
export function documentedMetrics(): Record<string, DocumentedMetric> {
  const rows = readFileSync(DOCUMENT, 'utf8').matchAll(
    /^\| `([a-z0-9_]+)` +\| ([a-z]+)[^|]*\|[^|]*\|([^|]*)\|/gm,
  )
  return Object.fromEntries(
    Array.from(rows, ([, name = '', type = '', labels = '']) => [name, { type, labels: labelsIn(labels) }]),
  )
}

function labelsIn(cell: string): DocumentedMetric['labels'] {
  const parts = cell.split(';').filter((part) => part.includes(':'))
  return Object.fromEntries(
    parts.map((part) => {
      const [, label = '', values = ''] = /`(\w+)`: (.*)/.exec(part) ?? []
      const isClosed = /^(`[\w.]+`(, )?)+\s*$/.test(values)
      return [label, isClosed ? Array.from(values.matchAll(/`([\w.]+)`/g), ([, value = '']) => value) : OPEN]
    }),
  )
}
