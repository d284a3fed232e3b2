/** Rows of one kind have an id of their own. */
export type Known = { id: string }

/**
 * Brings a list up to date without moving it: rows that are shown take their newest state in place, and rows that
 * came since are only counted. `newest` is the top of the list as it is now; `complete` says that nothing follows
 * the rows shown. A row below the last known one has merely moved up because others left.
 */
export function refreshed<Row extends Known>(
  shown: readonly Row[],
  newest: readonly Row[],
  complete: boolean,
): { rows: Row[]; count: number } {
  const latest = new Map(newest.map((row) => [row.id, row]))
  const known = new Set(shown.map(({ id }) => id))
  const lastKnown = newest.findLastIndex(({ id }) => known.has(id))
  const since = complete || lastKnown < 0 ? newest : newest.slice(0, lastKnown)
  return {
    rows: shown.map((row) => latest.get(row.id) ?? row),
    count: since.filter(({ id }) => !known.has(id)).length,
  }
}
