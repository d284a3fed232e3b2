import { Problem } from '../problem.ts'
import { constantTimeEqual, type Vault } from '../vault.ts'

/** One page of a list, newest first. `nextCursor` is null on the last page. */
export interface Page<T> {
  items: T[]
  nextCursor: string | null
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
 * @throws Problem validation_error, reason `invalid_cursor` when the cursor was altered or belongs to another list;
 *   reason `cursor_filter_mismatch` when the filters differ from those of the previous page.
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

/**
 * Turns `rows`, which were fetched with `limit + 1`, into a page. `cursorAfter` returns the cursor of the page that
 * follows a row.
 */
export function toPage<T>(rows: T[], limit: number, cursorAfter: (last: T) => string): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? cursorAfter(last) : null }
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
