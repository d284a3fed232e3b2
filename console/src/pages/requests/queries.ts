import {
  RequestFailuresDocument,
  RequestsDocument,
  type RequestFilterInput,
} from '../../api/generated/graphql.ts'
import { defineListQuery, gqlQuery } from '../../api/query.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { dayOf, startOfDayMs, type Zone } from '../../lib/time/day.ts'
import { resolveRange } from '../../lib/time/range.ts'
import { ERROR_CODES } from './texts.ts'
import { showsFailed, type RequestSearch } from './search.ts'

/** An id that no record has. This id replaces a malformed id in a filter, so that the list is empty. */
const NO_ID = '00000000-0000-0000-0000-000000000000'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ROUTE = /^[\w/:-]{1,200}$/

const idOf = (text: string | undefined): string | null =>
  text === undefined ? null : UUID.test(text) ? text : NO_ID

export function requestFilter(
  search: RequestSearch,
  merchantId: string | null,
  zone: Zone,
): RequestFilterInput {
  const { key, status, code, route, correlation, range } = search
  const instants = range === undefined ? null : resolveRange(range, zone, nowMs())
  const isStatus = status === undefined || /^\d{3}$/.test(status)
  const isRoute = route === undefined || ROUTE.test(route)
  const isCode = code === undefined || ERROR_CODES.some((known) => known === code)
  return {
    merchantId,
    apiKeyId: idOf(key),
    correlationId: isStatus && isRoute && isCode ? idOf(correlation) : NO_ID,
    status: status !== undefined && isStatus ? Number(status) : null,
    code: isCode ? (code ?? null) : null,
    failed: showsFailed(search) ? true : null,
    route: isRoute ? (route ?? null) : null,
    from: instants?.from ?? null,
    to: instants?.to ?? null,
  }
}

export const requestsQuery = defineListQuery({
  document: RequestsDocument,
  variables: (filter: RequestFilterInput) => ({ filter }),
  rows: ({ requests }) => requests,
})

/** Loads one call by its correlation id. */
export const requestQuery = (id: string) =>
  gqlQuery(RequestsDocument, { filter: { correlationId: idOf(id) }, first: 1 })

/** Counts the failed calls of today by error code. */
export const failuresQuery = (merchantId: string | null, zone: Zone) => {
  const from = new Date(startOfDayMs(dayOf(nowMs(), zone), zone)).toISOString()
  return gqlQuery(RequestFailuresDocument, { merchantId, from })
}
