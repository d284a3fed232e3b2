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

const WALK_MS = 30 * 60_000

/** The name of the operation: the first member of every query key. */
export function operationName(document: TypedDocumentString<unknown, never>): string {
  return /(?:query|mutation) (\w+)/.exec(document.toString())?.[1] ?? 'anonymous'
}

/** What was asked by somebody's CPF or CNPJ is forgotten with the last who looks at the answer. */
export const noCacheForDocuments = (variables: unknown) => (containsDocument(variables) ? { gcTime: 0 } : {})

/** The query of a document with its variables, for `useQuery` and for loaders. */
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

/** One page of a list read by cursor. */
export type PageOf<Node> = {
  nodes: Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  /** Only where it was asked for: all there are, beyond 1000 one more than that. */
  totalCount?: number
}

/** Such a page, and when the request for it was sent. */
export type ReadPage<Node> = PageOf<Node> & { readAtMs: number }

/** Reads one page, and notes when it was asked for. */
export async function readPage<Node>(read: () => Promise<PageOf<Node>>): Promise<ReadPage<Node>> {
  const readAtMs = nowMs()
  return { ...(await read()), readAtMs }
}

/**
 * The query of a list read page by page. The cursor is not part of the key: a list opens at its beginning. While
 * the filters change, the rows of the old ones stay.
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
    // As long as somebody walks from one of its things to the next.
    gcTime: WALK_MS,
    ...noCacheForDocuments(filters),
    // A list in view is refreshed by its reader, not under their eyes.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
}
