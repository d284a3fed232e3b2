import {
  sortKeyOf,
  type CursorKey,
  type Merging,
  type Page,
  type SortDirection,
  type SortOrder,
} from './page.ts'

/** A function that returns the given names in the order of the database's collation. */
export type SortNames = (names: string[]) => Promise<string[]>

interface Row<T> {
  item: T
  cursor: string
  key: CursorKey
}

type Compare = (one: CursorKey, other: CursorKey) => number

/**
 * Merges pages of the same list that several databases returned for the same cursor. The result has as many items as
 * the list's limit allows. The result also has all further items with the sort key of its last item, because the next
 * page starts after that key.
 */
export async function mergePages<T>(pages: readonly Page<T>[], sortNames: SortNames): Promise<Page<T>> {
  const [first, ...others] = pages
  if (!first) throw new Error('BUG: mergePages: expected at least one page')
  if (others.length === 0) return first
  const { order, limit } = mergingOf(first)
  const rows = pages.flatMap(rowsOf)
  const compare = await makeCompare(order, rows, sortNames)
  const sorted = rows.toSorted((one, other) => compare(one.key, other.key))
  const end = endOf(sorted, limit, compare)
  const shown = sorted.slice(0, end)
  const hasMore = end < sorted.length || pages.some(({ nextCursor }) => nextCursor !== null)
  return {
    items: shown.map(({ item }) => item),
    nextCursor: hasMore ? (shown.at(-1)?.cursor ?? null) : null,
    merging: { order, limit, cursorAt: (index) => shown[index]?.cursor ?? '' },
  }
}

function mergingOf({ merging }: Page<unknown>): Merging {
  if (!merging) throw new Error('BUG: mergePages: the list has no sort order')
  return merging
}

function rowsOf<T>(page: Page<T>): Row<T>[] {
  const { cursorAt } = mergingOf(page)
  return page.items.map((item, index) => {
    const cursor = cursorAt(index)
    return { item, cursor, key: sortKeyOf(cursor) }
  })
}

function endOf(sorted: readonly { key: CursorKey }[], limit: number, compare: Compare): number {
  const last = sorted[limit - 1]
  if (!last) return sorted.length
  const after = sorted.findIndex(({ key }, index) => index >= limit && compare(last.key, key) !== 0)
  return after < 0 ? sorted.length : after
}

/** Returns a function that compares sort keys as the database does. */
async function makeCompare(
  order: SortOrder,
  rows: readonly { key: CursorKey }[],
  sortNames: SortNames,
): Promise<Compare> {
  const members = await Promise.all(
    Object.entries(order).map(async ([member, direction]): Promise<Compare> => {
      const compare = direction.startsWith('names')
        ? await compareNames(
            rows.map(({ key }) => key[member] ?? ''),
            sortNames,
          )
        : compareOf(direction)
      const sign = direction.endsWith('desc') ? -1 : 1
      return (one, other) => sign * compare(one[member] ?? '', other[member] ?? '')
    }),
  )
  return (one, other) => {
    for (const compare of members) {
      const result = compare(one, other)
      if (result !== 0) return result
    }
    return 0
  }
}

/**
 * Returns a function that compares the given names as the database's collation does. The database sorts the names once.
 */
async function compareNames(names: string[], sortNames: SortNames) {
  const sorted = await sortNames([...new Set(names)])
  const rank = new Map(sorted.map((name, index) => [name, index]))
  return (one: string, other: string): number => (rank.get(one) ?? 0) - (rank.get(other) ?? 0)
}

function compareOf(direction: SortDirection): (one: string, other: string) => number {
  if (!direction.startsWith('numbers')) return compare
  return (one, other) => compare(BigInt(one), BigInt(other))
}

const compare = <T extends string | bigint>(one: T, other: T): number =>
  one < other ? -1 : Number(one > other)
