import { parseRange, type Range } from '../time/range.ts'

/** The filters of the audit record as the URL holds them. */
export type AuditSearch = {
  /** `staff:<id>`, `cli`… */
  who?: string
  act?: string
  /** Ids of what was acted on, with commas between. */
  target?: string
  /** The id of a merchant. */
  of?: string
  range?: Range
  text?: string
}

const TEXTS = ['who', 'act', 'target', 'of', 'text'] as const

/** Reads them; what is not understood is dropped. */
export function parseAuditSearch(search: Record<string, unknown>): AuditSearch {
  const range = parseRange(search['range'])
  const texts = TEXTS.map((name) => [name, search[name]] as const).filter(
    ([, value]) => typeof value === 'string' && value !== '',
  )
  return { ...Object.fromEntries(texts), ...(range && { range }) }
}

/** The lines about any of these, whatever was done. */
export const aboutSearch = (ids: readonly string[]): AuditSearch => ({ target: ids.slice(0, 50).join(',') })
