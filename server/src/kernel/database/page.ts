import { Problem } from '../problem.ts'
import { constantTimeEqual, type Vault } from '../vault.ts'

/** One page of a list. `nextCursor` is null on the last page. */
export interface Page<T> {
  items: T[]
  nextCursor: string | null
  /** How to merge the page with pages of other databases. Absent if the list has the rows of only one merchant. */
  merging?: Merging | undefined
}

/** The direction of a member of the sort key. Names are compared by the collation of the database. */
export type SortDirection = 'asc' | 'desc' | 'numbers asc' | 'numbers desc' | 'names asc'

/** The sort order of a list: the members of the cursor's key that decide the order, the most significant one first. */
export type SortOrder = Record<string, SortDirection>

/** The data that `mergePages` needs: the sort order and the limit of the page's list, and the cursor of each item. */
export interface Merging {
  order: SortOrder
  limit: number
  /** Returns the cursor of the page that follows the item with this index. */
  cursorAt: (index: number) => string
}

export interface PageRequest {
  limit: number
  cursor?: string | undefined
}

/**
 * The sort key of the last row of a page, for keyset pagination. Values are strings, because numbers and times would
 * lose precision in JSON.
 */
export type CursorKey = Record<string, string>

/**
 * Returns an opaque, signed cursor. The cursor contains the list's name (with its version), a keyed digest of the
 * filters, and the sort key of the last returned row. For a list of one merchant, pass the merchant id as one of the
 * `filters`.
 */
export function writeCursor(vault: Vault, list: string, filters: object, key: CursorKey): string {
  const payload = Buffer.from(JSON.stringify([list, digest(vault, filters), key])).toString('base64url')
  return `${payload}.${vault.sign(payload)}`
}

/**
 * Returns the sort key that `writeCursor` stored in the cursor.
 * @throws Problem validation_error, reason `invalid_cursor`: the cursor was altered or belongs to another list.
 * @throws Problem validation_error, reason `cursor_filter_mismatch`: the filters differ from those of the previous
 * page.
 */
export function readCursor(vault: Vault, list: string, filters: object, cursor: string): CursorKey {
  const [payload = '', signature = ''] = cursor.split('.', 2)
  if (
    !constantTimeEqual(cursor, `${payload}.${signature}`) ||
    !constantTimeEqual(signature, vault.sign(payload))
  )
    throw invalid('invalid_cursor')
  const [cursorList, filterDigest, key]: [string, string, CursorKey] = JSON.parse(
    Buffer.from(payload, 'base64url').toString('utf8'),
  )
  if (cursorList !== list) throw invalid('invalid_cursor')
  if (filterDigest !== digest(vault, filters)) throw invalid('cursor_filter_mismatch')
  return key
}

function digest(vault: Vault, filters: object): string {
  const sorted = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return vault.fingerprint('cursor-filters', JSON.stringify(sorted)).toString('base64url')
}

function invalid(reason: string): Problem {
  return new Problem('validation_error', { reason, fields: [{ path: 'cursor', code: 'format' }] })
}

/** Returns the sort key in a cursor that this process has written, without a check. */
export function sortKeyOf(cursor: string): CursorKey {
  const [, , key]: [string, string, CursorKey] = JSON.parse(
    Buffer.from(cursor.split('.', 1)[0] ?? '', 'base64url').toString('utf8'),
  )
  return key
}

/**
 * Turns `rows`, which were fetched with `limit + 1`, into a page. `cursorAfter` returns the cursor of the page that
 * follows a row. A list of all merchants also passes its `order`.
 */
export function toPage<T>(
  rows: T[],
  limit: number,
  cursorAfter: (last: T) => string,
  order?: SortOrder,
): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const nextCursor = rows.length > limit && last ? cursorAfter(last) : null
  if (!order) return { items, nextCursor }
  const cursorAt = (index: number): string => {
    const item = items[index]
    if (item === undefined) throw new Error(`BUG: cursorAt: the page has no item ${index}`)
    return cursorAfter(item)
  }
  return { items, nextCursor, merging: { order, limit, cursorAt } }
}

/**
 * Yields the items of `first` and of all pages after it, one page at a time. Reads a page only when the consumer asks
 * for it (backpressure), so memory use does not grow with the list.
 */
export async function* eachPage<T>(
  first: Page<T>,
  read: (cursor: string) => Promise<Page<T>>,
): AsyncGenerator<T[]> {
  for (let page = first; ;) {
    yield page.items
    if (page.nextCursor === null) return
    page = await read(page.nextCursor)
  }
}
