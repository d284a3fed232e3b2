export type Identified = { id: string }

/** Rows of one response, and the time of its request in milliseconds. */
export type FetchedRows<Row> = { nodes: readonly Row[]; readAtMs: number }

/**
 * Updates the rows of a list without moving them, and counts the new rows. `top` is the refreshed first page. Rows of
 * `top` replace the rows with the same id in pages that were loaded before `top`. `complete` means that all pages of
 * the list are loaded. If `complete` is false, a row of `top` below the last known row does not count as new: it
 * belongs to a page that is not loaded.
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
  const added = complete || lastKnown < 0 ? newest : newest.slice(0, lastKnown)
  return { rows, count: added.filter(({ id }) => !known.has(id)).length }
}
