/** The lines of one journal entry. */
export type Entry<Line> = { journalId: string; lines: [Line, ...Line[]] }

/**
 * Groups lines by journal entry. Keeps the order of the entries, and sorts the lines within an entry by number.
 */
export function groupEntries<Line extends { journalId: string; lineNo: number }>(
  lines: readonly Line[],
): Entry<Line>[] {
  const entries = new Map<string, Entry<Line>>()
  for (const line of lines) {
    const entry = entries.get(line.journalId)
    if (entry) entry.lines.push(line)
    else entries.set(line.journalId, { journalId: line.journalId, lines: [line] })
  }
  for (const entry of entries.values()) entry.lines.sort((a, b) => a.lineNo - b.lineNo)
  return [...entries.values()]
}

/**
 * Returns the lines without those of the last entry if more lines follow, because the next page can begin with the other
 * lines of that entry. Keeps an entry that is the only one.
 */
export function withoutCutEntry<Line extends { journalId: string }>(
  lines: readonly Line[],
  hasMore: boolean,
): readonly Line[] {
  if (!hasMore) return lines
  const last = lines.at(-1)?.journalId
  const complete = lines.filter(({ journalId }) => journalId !== last)
  return complete.length > 0 ? complete : lines
}

/** Groups items by the day that `dayOf` returns. Keeps the order of the items. */
export function groupDays<Item>(items: readonly Item[], dayOf: (item: Item) => string): [string, Item[]][] {
  const days = new Map<string, Item[]>()
  for (const item of items) {
    const day = dayOf(item)
    const known = days.get(day)
    if (known) known.push(item)
    else days.set(day, [item])
  }
  return [...days]
}
