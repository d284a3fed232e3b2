/** Lines of one journal entry, together. */
export type Entry<Line> = { journalId: string; lines: [Line, ...Line[]] }

/**
 * Groups lines by their journal entry, keeping the order they came in; the lines of an entry read 1, 2, 3. An
 * entry cut by the end of a page becomes whole when the next page arrives.
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

/** Where money of a charge is the merchant's own: free, on its way there, or, below zero, owed. */
const OWN: ReadonlySet<string> = new Set(['pending', 'available', 'receivable'])

/**
 * What of a charge is still to be paid out, or was, in centavos: all that its lines brought to the merchant less what
 * they took for the payer. What lies in the reserve or is blocked for a case is not in it.
 */
export const merchantShareCents = (lines: readonly { position: string; amountCents: string }[]): bigint =>
  lines.reduce((sum, line) => (OWN.has(line.position) ? sum + BigInt(line.amountCents) : sum), 0n)

/** Puts entries under the day they belong to, keeping their order. */
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
