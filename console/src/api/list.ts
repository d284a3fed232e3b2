import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useReducer } from 'react'
import { refreshed, type Known } from '../lib/fresh.ts'
import type { Listed } from '../ui/lists/List.tsx'
import type { Count } from '../ui/lists/LoadMore.tsx'
import { execute } from './client.ts'
import type { TypedDocumentString } from './generated/graphql.ts'
import { forgetting, operationName, pagesOf, q, readPage, type PageOf, type ReadPage } from './query.ts'

const PAGE_SIZE = 50
const POLL_MS = 5000

type Paging = { first: number; after: string | null; count?: boolean }

/** Counts a list, when its reader wants to know. What was counted is of these filters, and goes with the page. */
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
  return { total: data ?? null, isCounting: isFetching, hasFailed: isError, ask: () => void refetch() }
}

/**
 * A list read page by page, kept true without moving it under its reader: what is shown changes in place, what came
 * since is counted until it is asked for; what comes first into an empty list is shown. `connection` finds the page in
 * the operation's answer.
 */
export function useList<Result, Filters extends object, Row extends Known>(
  document: TypedDocumentString<Result, Filters & Paging>,
  filters: Filters,
  connection: (result: Result) => PageOf<Row>,
): Listed<Row> {
  const first = { ...filters, first: PAGE_SIZE }
  const query = useInfiniteQuery({
    ...pagesOf(document, first, connection),
    // Whoever comes to the list wants what is newest now; only a reader's rows stay where they are.
    refetchOnMount: 'always',
  })
  const isSettled = query.data !== undefined && !query.isPlaceholderData && !query.isRefetching
  const top = useQuery<ReadPage<Row>>({
    queryKey: [operationName(document), 'top', filters],
    queryFn: ({ signal }) =>
      readPage(async () => connection(await execute(document, { ...first, after: null }, signal))),
    initialData: () => (isSettled ? query.data?.pages[0] : undefined),
    initialDataUpdatedAt: query.dataUpdatedAt,
    refetchInterval: POLL_MS,
    enabled: isSettled,
    ...forgetting(filters),
  })
  const count = useCount(operationName(document), filters, async (signal) =>
    connection(await execute(document, { ...filters, first: 1, after: null, count: true }, signal)),
  )
  const newest = query.isPlaceholderData ? null : (top.data ?? null)
  const { rows, count: sinceThen } = refreshed(query.data?.pages ?? [], newest, !query.hasNextPage)
  const news = isSettled ? sinceThen : 0
  const { refetch } = query
  // In an empty list there is no row that could move.
  const isFirst = rows.length === 0 && news > 0
  useEffect(() => {
    if (isFirst) void refetch()
  }, [isFirst, refetch])
  return {
    rows,
    query,
    count,
    fresh: freshOf(isFirst ? 0 : news),
    showFresh: () => {
      void refetch()
      window.scrollTo({ top: 0 })
    },
  }
}

const freshOf = (news: number) =>
  news < PAGE_SIZE ? { count: news, more: false } : { count: PAGE_SIZE, more: true }

/** What stands before and after one thing in a list. */
export type Around<Row> = { previous: Row | undefined; next: Row | undefined }

/**
 * The neighbours of one row in the list of this operation that was read last; none where no such list has it. From the
 * last row that was read the next page is fetched, so that the walk goes on to the end of the list.
 */
export function useAround<Row extends Known>(
  document: TypedDocumentString<unknown, never>,
  id: string,
): Around<Row> {
  const client = useQueryClient()
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const [list] = client
    .getQueryCache()
    .findAll({ queryKey: [operationName(document), 'pages'] })
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

/** A list that comes whole; with `pollMs` it is asked for again that often while it is in view. */
export function useWholeList<Result, Variables, Row extends Known>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  rowsOf: (result: Result) => readonly Row[],
  pollMs?: number,
): Listed<Row> {
  const query = useQuery({ ...q(document, variables), refetchInterval: pollMs ?? false })
  return { rows: query.data === undefined ? [] : rowsOf(query.data), query }
}
