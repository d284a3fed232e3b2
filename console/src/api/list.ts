import { hashKey, useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { mergeRefresh, type Identified } from '../lib/merge-refresh.ts'
import { nowMs } from '../lib/time/clock.ts'
import type { ListSource } from '../ui/lists/List.tsx'
import type { Count } from '../ui/lists/LoadMore.tsx'
import { execute } from './client.ts'
import type { TypedDocumentString } from './generated/graphql.ts'
import { FRESH_MS } from './query-client.ts'
import {
  noCacheForDocuments,
  operationName,
  gqlQuery,
  listQuery,
  PAGE_SIZE,
  readPage,
  type PageOf,
  type PagedListQuery,
  type ReadPage,
} from './query.ts'

const POLL_MS = 5000

/**
 * Returns a function `request`, which counts the rows that match the filters, and `total`, which is null until the
 * count has finished. The count is discarded when the filters change or the page closes.
 */
function useCount<Row>(
  name: string,
  filters: object,
  read: (signal: AbortSignal) => Promise<PageOf<Row>>,
): Count {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: [name, 'count', filters],
    queryFn: async ({ signal }) => (await read(signal)).totalCount ?? null,
    enabled: false,
    gcTime: 0,
  })
  return { total: data ?? null, isCounting: isFetching, hasFailed: isError, request: () => void refetch() }
}

/** The cached queries whose rows a list has shown. */
const shownQueries = new WeakSet<object>()

/** Marks a query as shown, so that the list refetches its rows when the list opens again. */
function useMarkAsShown(queryHash: string): void {
  const cache = useQueryClient().getQueryCache()
  useEffect(() => {
    const query = cache.get(queryHash)
    if (query) shownQueries.add(query)
  }, [cache, queryHash])
}

/**
 * Loads a list page by page and polls its first page. Polling updates the shown rows in place. Polling counts new rows
 * without inserting them, so that the list does not move while a person reads it. An empty list shows new rows
 * immediately.
 */
export function useList<Result, Variables extends object, Filter, Row extends Identified>(
  list: PagedListQuery<Result, Variables, Filter, Row>,
  filter: Filter,
): ListSource<Row> {
  const { document, rows: connection } = list
  const filters = list.variables(filter)
  const first = { ...filters, first: PAGE_SIZE }
  const options = listQuery(list, filter)
  const query = useInfiniteQuery({
    ...options,
    // Opening the list loads the newest rows, unless the route loader has just loaded these rows. While the list is
    // open, refreshes do not move its rows.
    refetchOnMount: (cached) => {
      const { isInvalidated, dataUpdatedAt } = cached.state
      const isJustLoaded = !isInvalidated && nowMs() - dataUpdatedAt <= FRESH_MS
      return isJustLoaded && !shownQueries.has(cached) ? false : 'always'
    },
  })
  useMarkAsShown(hashKey(options.queryKey))
  const isSettled = query.data !== undefined && !query.isPlaceholderData && !query.isRefetching
  const top = useQuery<ReadPage<Row>>({
    queryKey: [operationName(document), 'top', filters],
    queryFn: ({ signal }) =>
      readPage(async () => connection(await execute(document, { ...first, after: null }, { signal }))),
    initialData: () => (isSettled ? query.data?.pages[0] : undefined),
    initialDataUpdatedAt: query.dataUpdatedAt,
    refetchInterval: POLL_MS,
    enabled: isSettled,
    ...noCacheForDocuments(filters),
  })
  const count = useCount(operationName(document), filters, async (signal) =>
    connection(await execute(document, { ...filters, first: 1, after: null, count: true }, { signal })),
  )
  const newest = query.isPlaceholderData ? null : (top.data ?? null)
  const { rows, count: addedCount } = mergeRefresh(query.data?.pages ?? [], newest, !query.hasNextPage)
  const newCount = isSettled ? addedCount : 0
  const { refetch } = query
  // In an empty list no row can move, so the list shows the first new rows immediately.
  const isFirst = rows.length === 0 && newCount > 0
  useEffect(() => {
    if (isFirst) void refetch()
  }, [isFirst, refetch])
  return {
    rows,
    query,
    count,
    newRows: newRowsOf(isFirst ? 0 : newCount),
    showNewRows: () => {
      void refetch()
      window.scrollTo({ top: 0 })
    },
  }
}

const newRowsOf = (count: number) =>
  count < PAGE_SIZE ? { count, more: false } : { count: PAGE_SIZE, more: true }

/** The rows directly before and after a row of a list. */
export type AdjacentRows<Row> = { previous: Row | undefined; next: Row | undefined }

/**
 * Returns the rows before and after row `id` in a list of this operation that a page has shown and that is still
 * cached. If several lists contain the row, uses the most recently loaded list. If no cached list contains the row,
 * both returned rows are undefined. For the last loaded row the function fetches the next page, so that the person can
 * continue to the end of the list.
 */
export function useAdjacentRows<Row extends Identified>(
  document: TypedDocumentString<unknown, never>,
  id: string,
): AdjacentRows<Row> {
  const client = useQueryClient()
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const [list] = client
    .getQueryCache()
    .findAll({
      queryKey: [operationName(document), 'pages'],
      predicate: (query) => shownQueries.has(query),
    })
    .map((query) => ({ query, data: client.getQueryData<InfiniteData<PageOf<Row>>>(query.queryKey) }))
    .map(({ query, data }) => ({ query, pages: data?.pages ?? [], rows: allOf(data?.pages ?? []) }))
    .filter(({ rows }) => rows.some((row) => row.id === id))
    .toSorted((one, other) => other.query.state.dataUpdatedAt - one.query.state.dataUpdatedAt)
  const rows = list?.rows ?? []
  const at = rows.findIndex((row) => row.id === id)
  const isLast = at >= 0 && at === rows.length - 1 && list?.pages.at(-1)?.pageInfo.hasNextPage === true
  const query = isLast ? list?.query : undefined
  useEffect(() => {
    void query?.fetch(undefined, { meta: { fetchMore: { direction: 'forward' } } }).then(redraw, redraw)
  }, [query])
  return { previous: rows[at - 1], next: at < 0 ? undefined : rows[at + 1] }
}

const allOf = <Row>(pages: readonly PageOf<Row>[]): Row[] => pages.flatMap(({ nodes }) => nodes)

/** Loads a list without paging. With `pollMs`, refetches the list at that interval while the list is mounted. */
export function useUnpagedList<Result, Variables, Filter, Row extends Identified>(
  list: {
    document: TypedDocumentString<Result, Variables>
    variables: (filter: Filter) => Variables
    rows: (result: Result) => readonly Row[]
  },
  filter: Filter,
  options?: { pollMs?: number; staleTime?: 'static' },
): ListSource<Row> {
  const query = useQuery({
    ...gqlQuery(list.document, list.variables(filter)),
    refetchInterval: options?.pollMs ?? false,
    ...(options?.staleTime && { staleTime: options.staleTime }),
  })
  return { rows: query.data === undefined ? [] : list.rows(query.data), query }
}
