import { Problem } from '../problem.ts'
import { constantTimeEqual, type Vault } from '../vault.ts'

/** One page of a list, newest first. `nextCursor` is null on the last page. */
export interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** What a caller asks of a list. */
export interface PageRequest {
  limit: number
  cursor?: string | undefined
}

/** Where a page ends, as the list's own sort key. Values are texts so that no precision is lost on the way. */
export type CursorKey = Record<string, string>

/**
 * An opaque, signed text that continues a list. It carries the list's name (with its version), the tenant, the
 * filters (as a digest) and the sort key of the last row shown.
 */
export function writeCursor(vault: Vault, list: string, filters: object, key: CursorKey): string {
  const payload = Buffer.from(JSON.stringify([list, digest(vault, filters), key])).toString('base64url')
  return `${payload}.${vault.sign(payload)}`
}

/**
 * The sort key that `writeCursor` put in.
 * @throws Problem validation_error, reason `invalid_cursor`: altered in any character, or of another list;
 *   reason `cursor_filter_mismatch`: used with other filters.
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

/** Cuts `rows`, fetched with `limit + 1`, to a page; `keyOf` names where the next one begins. */
export function toPage<T>(rows: T[], limit: number, cursorAfter: (last: T) => string): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: rows.length > limit && last ? cursorAfter(last) : null }
}
