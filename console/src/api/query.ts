import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type InfiniteData,
  type QueryKey,
} from '@tanstack/react-query'
import { nowMs } from '../lib/time/clock.ts'
import { containsDocument } from '../lib/search/document-handles.ts'
import { execute } from './client.ts'
import type { TypedDocumentString } from './generated/graphql.ts'

const PAGES_CACHE_MS = 30 * 60_000

/** Returns the operation name, which is the first element of every query key. */
export function operationName(document: TypedDocumentString<unknown, never>): string {
  const name: unknown = document['__meta__']?.['name']
  if (typeof name !== 'string') throw new Error('BUG: the document has no operation name')
  return name
}

/** Returns options that drop a result from the cache on unmount if its variables contain a CPF or CNPJ. */
export const noCacheForDocuments = (variables: unknown) => (containsDocument(variables) ? { gcTime: 0 } : {})

/** Returns the query options of a GraphQL document and its variables. */
export function gqlQuery<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
) {
  return queryOptions({
    queryKey: [operationName(document), variables],
    queryFn: ({ signal }) => execute(document, variables, signal),
    ...noCacheForDocuments(variables),
  })
}

/** One page of keyset pagination. */
export type PageOf<Node> = {
  nodes: Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  /** Present only when requested. Counts at most 1001 rows: 1001 means more than 1000. */
  totalCount?: number
}

/** A page and the time at which it was requested, in milliseconds. */
export type ReadPage<Node> = PageOf<Node> & { readAtMs: number }

/** Loads one page and records when it was requested. */
export async function readPage<Node>(read: () => Promise<PageOf<Node>>): Promise<ReadPage<Node>> {
  const readAtMs = nowMs()
  return { ...(await read()), readAtMs }
}

/**
 * Returns the options of an infinite query. The cursor is not part of the key, so a list always opens at its
 * first page. While the filters change, the rows of the previous filters stay visible.
 */
export function pagedQuery<Result, Filters extends object, Node>(
  document: TypedDocumentString<Result, Filters & { after: string | null }>,
  filters: Filters,
  connection: (result: Result) => PageOf<Node>,
) {
  return infiniteQueryOptions<ReadPage<Node>, Error, InfiniteData<ReadPage<Node>>, QueryKey, string | null>({
    queryKey: [operationName(document), 'pages', filters],
    queryFn: ({ pageParam: after, signal }) =>
      readPage(async () => connection(await execute(document, { ...filters, after }, signal))),
    initialPageParam: null,
    getNextPageParam: (page) => (page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null),
    placeholderData: keepPreviousData,
    // Keep the pages while the person steps through the records of the list.
    gcTime: PAGES_CACHE_MS,
    ...noCacheForDocuments(filters),
    // A visible list must not move while it is read. `useList` polls for new rows instead.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
}
