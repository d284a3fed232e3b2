import { hideDocument, restoreDocument } from './document-handles.ts'

/** Reads `?a=b` as it stands: every value is text, the last of a repeated name counts. */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Writes an address part people can read and edit; members that are not text are left out. */
export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (typeof value === 'string') pairs.set(name, value)
  const text = pairs.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')
  return text === '' ? '' : `?${text}`
}

/** Amounts in centavos: as long as a document, and none. */
const AMOUNTS = new Set(['min', 'max'])

const each = (search: Record<string, unknown>, change: (text: string) => string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(search).map(([name, value]) => [
      name,
      typeof value === 'string' && !AMOUNTS.has(name) ? change(value) : value,
    ]),
  )

/** Reads the search part of an address, with the documents that this window keeps for it. */
export const parseSearch = (search: string): Record<string, unknown> =>
  each(parsePlainSearch(search), restoreDocument)

/** Writes the search part of an address: where a document would stand, a word that only this window understands. */
export const stringifySearch = (search: Record<string, unknown>): string =>
  stringifyPlainSearch(each(search, hideDocument))

/** The same address without the documents that a link brought; null when it brought none. */
export function withoutDocuments(search: string): string | null {
  const members = parsePlainSearch(search)
  const clean = stringifySearch(members)
  return clean === stringifyPlainSearch(members) ? null : clean
}
