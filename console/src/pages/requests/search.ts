import { parseRange, type Range } from '../../lib/time/range.ts'

/** The URL parameters of the page: the filters of the list, and the open call. */
export type RequestSearch = {
  /** Id of the API key. */
  key?: string
  status?: string
  code?: string
  route?: string
  correlation?: string
  range?: Range
  request?: string
  /**
   * With `all`, the list has all calls. Without `all`, the list has only failed calls, unless the status or the
   * correlation id is filtered: such a filter also finds successful calls.
   */
  show?: 'all'
}

const TEXTS = ['key', 'status', 'code', 'route', 'correlation', 'request'] as const

export function parseRequestSearch(search: Record<string, unknown>): RequestSearch {
  const range = parseRange(search['range'])
  const texts = TEXTS.map((name) => [name, search[name]] as const).filter(
    ([, value]) => typeof value === 'string' && value !== '',
  )
  return {
    ...Object.fromEntries(texts),
    ...(range && { range }),
    ...(search['show'] === 'all' && { show: 'all' }),
  }
}

/** Returns whether the list contains only failed calls. */
export const showsFailed = ({ show, status, correlation }: RequestSearch): boolean =>
  show !== 'all' && status === undefined && correlation === undefined
