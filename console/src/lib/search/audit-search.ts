import { parseRange, type Range } from '../time/range.ts'

/** The filters of the audit log in the URL. */
export type AuditSearch = {
  /** The actor: `staff:<id>`, `cli`… */
  who?: string
  act?: string
  /** Comma-separated ids of the records that the actions changed. */
  target?: string
  range?: Range
  text?: string
}

const TEXTS = ['who', 'act', 'target', 'text'] as const

export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const range = parseRange(search['range'])
  const texts = TEXTS.map((name) => [name, search[name]] as const).filter(
    ([, value]) => typeof value === 'string' && value !== '',
  )
  return { ...Object.fromEntries(texts), ...(range && { range }) }
}

/**
 * Returns the audit filter for all actions on these records. The server accepts at most 50 ids, so this function drops
 * further ids.
 */
export const aboutSearch = (ids: readonly string[]): AuditSearch => ({ target: ids.slice(0, 50).join(',') })
