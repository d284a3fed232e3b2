import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { Crash } from './error-pages.tsx'
import { environmentPrefix, shownTestAccount } from './lib/environment.ts'
import { parseSearch, stringifySearch } from './lib/search/plain-search.ts'
import { routeTree } from './routes.tsx'

/** Creates the router. Search parameters are plain text (`?status=paid`, not JSON) and contain no CPF or CNPJ. */
export function createConsoleRouter(client: QueryClient) {
  return createRouter({
    routeTree,
    basepath: environmentPrefix(shownTestAccount()) || '/',
    context: { client },
    defaultPreload: 'intent',
    // Without a preload cache of its own, the router always runs the loaders. The query cache decides whether a loader
    // sends a request.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: Crash,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>
  }
}
