/** Rows of one kind have an id of their own. */
export type Identified = { id: string }

/** Rows that were read together, and when the request for them was sent. */
export type FetchedRows<Row> = { nodes: readonly Row[]; readAtMs: number }

/**
 * Brings a list up to date without moving it: rows that are shown take their newest state in place, and rows that
 * came since are only counted. `top` is the beginning of the list; its rows replace those of pages that were read
 * earlier. `complete` says that nothing follows the pages. A row below the last known one has merely moved up because
 * others left.
 */
export function mergeRefresh<Row extends Identified>(
  pages: readonly FetchedRows<Row>[],
  top: FetchedRows<Row> | null,
  complete: boolean,
): { rows: Row[]; count: number } {
  const newest = top?.nodes ?? []
  const latest = new Map(newest.map((row) => [row.id, row]))
  const isOlder = ({ readAtMs }: FetchedRows<Row>) => top !== null && readAtMs <= top.readAtMs
  const rows = pages.flatMap((page) =>
    isOlder(page) ? page.nodes.map((row) => latest.get(row.id) ?? row) : page.nodes,
  )
  const [first] = pages
  if (first && !isOlder(first)) return { rows, count: 0 }
  const known = new Set(rows.map(({ id }) => id))
  const lastKnown = newest.findLastIndex(({ id }) => known.has(id))
  const since = complete || lastKnown < 0 ? newest : newest.slice(0, lastKnown)
  return { rows, count: since.filter(({ id }) => !known.has(id)).length }
}
