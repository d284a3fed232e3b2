import { hideDocument, restoreDocument } from './document-handles.ts'

/** Parses `?a=b`. Every value is a text. If a name occurs several times, its last value is used. */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Writes search parameters that a person can read and edit. Skips values that are not texts. */
export function stringifyPlainSearch(search: Record<string, unknown>): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) if (typeof value === 'string') pairs.set(name, value)
  const text = pairs.toString().replaceAll('%2C', ',').replaceAll('%2F', '/')
  return text === '' ? '' : `?${text}`
}

/**
 * Parameters that contain amounts in centavos. An amount can look like a CPF or CNPJ, but is never replaced with a
 * handle.
 */
const AMOUNTS = new Set(['min', 'max'])

const each = (search: Record<string, unknown>, change: (text: string) => string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(search).map(([name, value]) => [
      name,
      typeof value === 'string' && !AMOUNTS.has(name) ? change(value) : value,
    ]),
  )

/** Parses search parameters. Replaces each handle with its original text, which contains a CPF or CNPJ. */
export const parseSearch = (search: string): Record<string, unknown> =>
  each(parsePlainSearch(search), restoreDocument)

/** Writes search parameters. Replaces each text that contains a CPF or CNPJ with a handle. */
export const stringifySearch = (search: Record<string, unknown>): string =>
  stringifyPlainSearch(each(search, hideDocument))

/** Returns the search string with a handle for each text that contains a CPF or CNPJ; null if no text contains one. */
export function withoutDocuments(search: string): string | null {
  const members = parsePlainSearch(search)
  const clean = stringifySearch(members)
  return clean === stringifyPlainSearch(members) ? null : clean
}
