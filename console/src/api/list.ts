import {
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryKey,
} from '@tanstack/react-query'
import { refreshed, type Known } from '../lib/fresh.ts'
import type { Listed } from '../ui/List.tsx'
import type { Count } from '../ui/LoadMore.tsx'
import { execute } from './client.ts'
import type { TypedDocumentString } from './generated/graphql.ts'
import { forgetting, operationName, pagesOf, q, type PageOf } from './query.ts'

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
 * since is counted until it is asked for. `connection` finds the page in the operation's answer.
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
  const top = useQuery<PageOf<Row>>({
    queryKey: [operationName(document), 'top', filters],
    queryFn: async ({ signal }) => connection(await execute(document, { ...first, after: null }, signal)),
    initialData: () => (isSettled ? query.data?.pages[0] : undefined),
    initialDataUpdatedAt: query.dataUpdatedAt,
    refetchInterval: POLL_MS,
    enabled: isSettled,
    ...forgetting(filters),
  })
  const count = useCount(operationName(document), filters, async (signal) =>
    connection(await execute(document, { ...filters, first: 1, after: null, count: true }, signal)),
  )
  const shown = query.data?.pages.flatMap(({ nodes }) => nodes) ?? []
  const isNewer = isSettled && top.dataUpdatedAt >= query.dataUpdatedAt
  const { rows, count: news } = refreshed(shown, isNewer ? (top.data?.nodes ?? []) : [], !query.hasNextPage)
  return {
    rows,
    query,
    count,
    fresh: news < PAGE_SIZE ? { count: news, more: false } : { count: PAGE_SIZE, more: true },
    showFresh: () => {
      void query.refetch()
      window.scrollTo({ top: 0 })
    },
  }
}

/** What stands before and after one thing in a list. */
export type Around<Row> = { previous: Row | undefined; next: Row | undefined }

/** The neighbours of one row in the list of this operation that was read last; none where no such list has it. */
export function useAround<Row extends Known>(
  document: TypedDocumentString<unknown, never>,
  id: string,
): Around<Row> {
  const client = useQueryClient()
  const readAt = (queryKey: QueryKey) => client.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  const [rows = []] = client
    .getQueriesData<InfiniteData<PageOf<Row>>>({ queryKey: [operationName(document), 'pages'] })
    .toSorted(([one], [other]) => readAt(other) - readAt(one))
    .map(([, data]) => data?.pages.flatMap(({ nodes }) => nodes) ?? [])
    .filter((list) => list.some((row) => row.id === id))
  const at = rows.findIndex((row) => row.id === id)
  return { previous: rows[at - 1], next: at < 0 ? undefined : rows[at + 1] }
}

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
