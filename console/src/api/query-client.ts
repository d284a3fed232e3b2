import { MutationCache, QueryClient } from '@tanstack/react-query'
import { Problem } from '../lib/problem.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /**
       * Set this option to false for a mutation that changes no data on any page, such as a sign-in step or a download.
       */
      changesData?: false
    }
  }
}

const RETRIES_MAX = 2

/** A page shows a cached result of at most this age without a refetch. */
export const FRESH_MS = 2000

const hasCode = (error: unknown, code: string): boolean => error instanceof Problem && error.code === code

/**
 * Creates the query client of the console.
 *
 * A request starts even if the browser is offline, and fails immediately. If the request waited for the browser to be
 * online, the client could send it after the person closed the dialog. The client retries a query without an answer,
 * but never a mutation.
 *
 * Every mutation that may have reached the server invalidates all queries and refetches the queries that a page shows.
 * A successful mutation stays pending until these refetches have ended. A query of constant data sets `staleTime:
 * 'static'`, so that the client does not refetch it.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onSettled: (...[, error, , , { meta }]) => {
        if (meta?.changesData === false || hasCode(error, 'offline')) return undefined
        const refetched = client.invalidateQueries()
        // After an error, the form must show the error at once, so do not wait for the refetch.
        return error === null ? refetched : undefined
      },
    }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: FRESH_MS,
        retry: (count, error) => hasCode(error, 'no_answer') && count < RETRIES_MAX,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
