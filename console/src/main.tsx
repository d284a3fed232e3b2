import '@fontsource-variable/inter/opsz.css'
import './ui/theme/mantine.generated.css'
import './ui/theme/theme.generated.css'
import './ui/theme/tokens.css'
import './ui/theme/forced-colors.css'
import './ui/theme/print.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { manageSession } from './api/session-lifecycle.ts'
import { trackUserActivity } from './api/session-timer.ts'
import { withoutDocuments } from './lib/search/plain-search.ts'
import { RootErrorBoundary } from './root-error-boundary.tsx'
import { createConsoleRouter } from './router.ts'
import { AuthDialogs } from './pages/sign-in/AuthDialogs.tsx'
import { preloadOnInput } from './ui/lazy-component.tsx'
import { NoticeArea } from './ui/NoticeArea.tsx'
import { PreferencesProvider } from './ui/preferences.tsx'
import { theme } from './ui/theme/theme.ts'

const client = createQueryClient()

// Replaces a CPF or CNPJ in the opened URL before any other code reads the URL.
const clean = withoutDocuments(window.location.search)
if (clean !== null)
  window.history.replaceState(null, '', window.location.pathname + clean + window.location.hash)

const router = createConsoleRouter(client)
manageSession({ client, router })
trackUserActivity(window)
preloadOnInput(window)

// Starts loading the scripts of the page in parallel with the query `me`. If a script does not load, the router loads
// it again and reports the failure.
const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
for (const route of routes) router.loadRouteChunk(route)?.catch(() => undefined)

const root = document.getElementById('root')
if (!root) throw new Error('BUG: index.html has no element with the id root')

createRoot(root).render(
  <StrictMode>
    <RootErrorBoundary>
      <MantineProvider
        theme={theme}
        defaultColorScheme="auto"
        colorSchemeManager={localStorageColorSchemeManager({ key: 'console.scheme' })}
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <PreferencesProvider>
          <QueryClientProvider client={client}>
            <NoticeArea />
            <RouterProvider router={router} />
            <AuthDialogs />
          </QueryClientProvider>
        </PreferencesProvider>
      </MantineProvider>
    </RootErrorBoundary>
  </StrictMode>,
)
