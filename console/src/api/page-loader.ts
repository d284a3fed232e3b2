import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { oneOf } from '../lib/search/one-of.ts'
import { can, canOpen, type Permission } from '../lib/access.ts'
import type { Identified } from '../lib/merge-refresh.ts'
import { ZONES } from '../lib/time/day.ts'
import { storedZone } from '../ui/preferences.tsx'
import type { TypedDocumentString } from './generated/graphql.ts'
import { ALL_MERCHANTS } from './merchants.ts'
import { ME_KEY, type Me } from './person.ts'
import { gqlQuery, listQuery, type PagedListQuery } from './query.ts'

/** The part of the router's loader context that a loader uses. */
type LoaderContext<Params> = {
  context: { client: QueryClient }
  params: Params
  location: { pathname: string; publicHref: string; search: Record<string, unknown> }
  preload: boolean
}

/**
 * Returns whether a query has no cached result, so that the loader must start it. The loader does not start a query
 * with `gcTime` 0, because the cache would drop its result before the page opens.
 */
const isNeeded = (
  client: QueryClient,
  { queryKey, gcTime }: { queryKey: QueryKey; gcTime?: number | undefined },
) => gcTime !== 0 && client.getQueryData(queryKey) === undefined

/**
 * Returns functions that start a query unless the result of the query is cached. The loader does not refetch a stale
 * result, because the page refetches it.
 */
function startersFor(client: QueryClient) {
  return {
    query<Result, Failure, Key extends QueryKey>(
      query: FetchQueryOptions<Result, Failure, Result, Key>,
    ): void {
      if (isNeeded(client, query)) void client.prefetchQuery(query)
    },
    /** Starts the query of a list without paging. */
    rows<Result, Variables, Filter>(
      list: {
        document: TypedDocumentString<Result, Variables>
        variables: (filter: Filter) => Variables
      },
      filter: Filter,
    ): void {
      const query = gqlQuery(list.document, list.variables(filter))
      if (isNeeded(client, query)) void client.prefetchQuery(query)
    },
    /** Starts the query of the first page of a list. */
    list<Result, Variables extends object, Filter, Row extends Identified>(
      list: PagedListQuery<Result, Variables, Filter, Row>,
      filter: Filter,
    ): void {
      const query = listQuery(list, filter)
      if (isNeeded(client, query)) void client.prefetchInfiniteQuery(query)
    },
  }
}

/** Returns the search parameters and path parameters of a page, and functions that start its queries. */
function pageLoad<Params>(
  { context: { client }, params, location: { search } }: LoaderContext<Params>,
  me: Me,
) {
  const { merchant, of } = search
  const choice = typeof merchant === 'string' && merchant !== ALL_MERCHANTS ? merchant : null
  return {
    params,
    search,
    /** The merchant of the record that the page shows, otherwise the chosen merchant; null for all merchants. */
    merchantId: typeof of === 'string' ? of : choice,
    zone: oneOf(ZONES, search['zone']) ?? storedZone(),
    can: (permission: Permission) => can(me, permission),
    ...startersFor(client),
  }
}

/**
 * Returns whether the pointer is over a link to this URL, or the focus is on a menu link to this URL. Focus on
 * other links does not count: stepping through rows moves the focus and must not load every record.
 */
const isLikelyNext = (href: string): boolean =>
  Array.from(document.querySelectorAll('a:hover, nav a:focus')).some(
    (link) => link.getAttribute('href') === href,
  )

/**
 * Returns the loader of a page. The router runs the loader when a person hovers or focuses a link to the page, and when
 * the page opens. The loader starts the queries but does not wait for them; the page shows their loading states and
 * errors. The loader starts no query before a person has signed in, and none of a page that the person may not open.
 */
export function pageLoader<Params = unknown>(start: (page: ReturnType<typeof pageLoad<Params>>) => void) {
  return (context: LoaderContext<Params>): void => {
    const me = context.context.client.getQueryData<Me | null>(ME_KEY)
    const { preload, location } = context
    if (me == null || !canOpen(me, location.pathname)) return
    if (preload && !isLikelyNext(location.publicHref)) return
    start(pageLoad(context, me))
  }
}
