import { MutationCache, QueryClient } from '@tanstack/react-query'
import { Problem } from '../lib/problem.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** Set to false for a mutation that changes no data on any page, such as a sign-in step or a download. */
      changesData?: false
    }
  }
}

const RETRIES_MAX = 2

/** A result of this age is shown without a refetch. */
export const FRESH_MS = 2000

const hasCode = (error: unknown, code: string): boolean => error instanceof Problem && error.code === code

/**
 * Creates the query client of the console.
 *
 * Requests are sent even if the browser reports no network, and then fail at once. No request waits for the
 * network, so no request is sent after its dialog was closed. A query without an answer is retried; a
 * mutation never is.
 *
 * Every mutation that may have reached the server invalidates all queries and refetches the active ones. A
 * successful mutation stays pending until these refetches have settled. Queries of constant data opt out with
 * `staleTime: 'static'`.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onSettled: (...[, error, , , { meta }]) => {
        if (meta?.changesData === false || hasCode(error, 'offline')) return undefined
        const refetched = client.invalidateQueries()
        // After an error, do not wait for the refetch: the form shows the error at once.
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
