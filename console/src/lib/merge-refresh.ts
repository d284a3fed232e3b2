export type Identified = { id: string }

/** Rows loaded together, and the time of the request in milliseconds. */
export type FetchedRows<Row> = { nodes: readonly Row[]; readAtMs: number }

/**
 * Updates the rows of a list without moving them, and counts the new rows. `top` is the newly loaded first
 * page: its rows replace the same rows of pages loaded earlier. `complete` means that no page follows.
 * If more pages follow, rows of `top` below the last known row are not new: they only moved up because others
 * left.
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
