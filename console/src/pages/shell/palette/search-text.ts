import { readDocument } from '../../../lib/values/document.ts'

/**
 * The kind of a search text. The kind decides only which hint the palette shows, because the server itself interprets
 * the text.
 */
export type SearchTextKind = 'id' | 'endToEnd' | 'event' | 'key' | 'document' | 'amount' | 'words'

const fits = (pattern: RegExp) => (text: string) => pattern.test(text)

const PATTERNS: readonly (readonly [SearchTextKind, (text: string) => boolean])[] = [
  ['key', fits(/^svc_(?:live|test)_/i)],
  ['event', fits(/^evt_/i)],
  ['document', (text) => readDocument(text) !== undefined],
  ['endToEnd', fits(/^[DE]\d{8}/i)],
  ['id', fits(/^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i)],
  ['amount', fits(/^-?(?:(?:R\$|BRL)\s*[\d.,]+|[\d.,]+[.,]\d{2}|[\d.,]+\s*reais)$/i)],
]

export function classifySearchText(text: string): SearchTextKind {
  return PATTERNS.find(([, has]) => has(text.trim()))?.[0] ?? 'words'
}

/** A charge in the search results. `title` is the charge's order reference. */
type Found = { title: string | null; amountCents: string | null }

/**
 * Returns the filter with which the charge list shows all matches of a search text. Returns null when the search
 * results already contain all matches. Also returns null when the list has no filter for the text, such as the
 * beginning of an order reference.
 */
export function allResultsFilter(
  text: string,
  found: readonly Found[],
): { q: string } | { min: string; max: string } | null {
  const [first] = found
  if (first === undefined) return null
  const begins = found.every(({ title }) => title?.toLowerCase().startsWith(text.toLowerCase()) === true)
  if (begins) return found.some(({ title }) => title === text) ? { q: text } : null
  const cents = first.amountCents
  const digits = text.replaceAll(/\D/g, '')
  if (
    cents !== null &&
    classifySearchText(text) === 'amount' &&
    ['', '0', '00'].some((end) => digits + end === cents)
  )
    return { min: cents, max: cents }
  return found.length > 1 ? { q: text } : null
}
