import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { nowMs } from '../lib/time/clock.ts'
import { containsDocument } from '../lib/search/document-handles.ts'
import { execute } from './client.ts'
import type { TypedDocumentString } from './generated/graphql.ts'

const PAGES_CACHE_MS = 30 * 60_000
export const PAGE_SIZE = 50

/**
 * Returns the name of the operation in a GraphQL document. The name is the first element of the query key in the
 * options that this module returns.
 */
export function operationName(document: TypedDocumentString<unknown, never>): string {
  const name: unknown = document['__meta__']?.['name']
  if (typeof name !== 'string')
    throw new Error('BUG: operationName: the GraphQL document has no operation name')
  return name
}

/** Returns options that drop a result from the cache on unmount if the query's variables contain a CPF or CNPJ. */
export const noCacheForDocuments = (variables: unknown) => (containsDocument(variables) ? { gcTime: 0 } : {})

/**
 * Returns the request options for a query. A preloaded query opens no challenge as long as no page shows the query. The
 * page sends the query again when the page opens.
 */
const requestOptions = (context: { client: QueryClient; queryKey: QueryKey; signal: AbortSignal }) => ({
  signal: context.signal,
  mayChallenge: () =>
    context.client.getQueryCache().find({ queryKey: context.queryKey })?.isActive() === true,
})

/** Returns the query options for a GraphQL document with the given variables. */
export function gqlQuery<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
) {
  return queryOptions({
    queryKey: [operationName(document), variables],
    queryFn: (context) => execute(document, variables, requestOptions(context)),
    ...noCacheForDocuments(variables),
  })
}

/** One page of keyset pagination. */
export type PageOf<Node> = {
  nodes: Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  /** Present only when requested. The server counts at most 1001 rows, so 1001 means «more than 1000». */
  totalCount?: number
}

/** One page of a list, and when it was requested (milliseconds since 1970). */
export type ReadPage<Node> = PageOf<Node> & { readAtMs: number }

/** The variables that select a page of a list. The list's filter does not include these variables. */
export type Paging = { first: number; after: string | null; count?: boolean }

/**
 * The query of a list, without the columns of the list. A route loader can therefore load the rows before the script of
 * the page, which contains the columns, has loaded.
 */
export interface ListQuery<Result, Variables, Filter, Rows> {
  document: TypedDocumentString<Result, Variables>
  variables: (filter: Filter) => NoInfer<Omit<Variables, keyof Paging>>
  /** Returns the rows in a result: one page of a paged list, or all rows of an unpaged list. */
  rows: (result: Result) => Rows
}

/** Declares the query of a list. The types of the rows and of the filter are inferred from the GraphQL document. */
export function defineListQuery<Result, Variables, Filter extends object, Rows>(
  query: ListQuery<Result, Variables, Filter, Rows>,
) {
  return query
}

/** Loads one page and records when it was requested. */
export async function readPage<Node>(read: () => Promise<PageOf<Node>>): Promise<ReadPage<Node>> {
  const readAtMs = nowMs()
  return { ...(await read()), readAtMs }
}

/**
 * Returns the options of an infinite query. The query key contains no cursor, so a list always opens at its first page.
 * While the filters change, the rows of the previous filters stay visible.
 */
export function pagedQuery<Result, Filters extends object, Node>(
  document: TypedDocumentString<Result, Filters & { after: string | null }>,
  filters: Filters,
  connection: (result: Result) => PageOf<Node>,
) {
  return infiniteQueryOptions<ReadPage<Node>, Error, InfiniteData<ReadPage<Node>>, QueryKey, string | null>({
    queryKey: [operationName(document), 'pages', filters],
    queryFn: ({ pageParam: after, ...context }) =>
      readPage(async () =>
        connection(await execute(document, { ...filters, after }, requestOptions(context))),
      ),
    initialPageParam: null,
    getNextPageParam: (page) => (page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null),
    placeholderData: keepPreviousData,
    // Keeps the loaded pages while the person steps through the records of the list.
    gcTime: PAGES_CACHE_MS,
    ...noCacheForDocuments(filters),
    // Never refetched automatically, because a visible list must not move while a person reads it. `useList` polls for
    // new rows instead.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
}

/** The query of a list that loads page by page. */
export interface PagedListQuery<Result, Variables, Filter, Row> {
  document: TypedDocumentString<Result, Variables & Paging>
  variables: (filter: Filter) => Variables
  rows: (result: Result) => PageOf<Row>
}

/** Returns the options of a list that loads page by page. */
export function listQuery<Result, Variables extends object, Filter, Row>(
  list: PagedListQuery<Result, Variables, Filter, Row>,
  filter: Filter,
) {
  return pagedQuery(list.document, { ...list.variables(filter), first: PAGE_SIZE }, list.rows)
}
