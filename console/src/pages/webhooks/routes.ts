import { lazyRouteComponent } from '@tanstack/react-router'
import { WebhookEndpointDocument } from '../../api/generated/graphql.ts'
import { pageLoader } from '../../api/page-loader.ts'
import { gqlQuery } from '../../api/query.ts'
import { strictSearch } from '../../lib/search/route-search.ts'
import { endpointsQuery, fleetQuery, replaysQuery } from './queries.ts'
import { parseDeliverySearch } from './search.ts'

export const webhooksRoute = {
  path: '/webhooks',
  loader: pageLoader(({ merchantId, ...page }) => {
    if (merchantId === null) page.list(fleetQuery, {})
    else page.rows(endpointsQuery, { merchantId, withOff: false })
  }),
  component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
} as const

export const replaysRoute = {
  path: '/webhooks/replays',
  loader: pageLoader(({ merchantId, ...page }) => {
    if (merchantId !== null) page.list(replaysQuery, { merchantId, endpointId: null })
  }),
  component: lazyRouteComponent(() => import('./replays/ReplaysPage.tsx'), 'ReplaysPage'),
} as const

export const endpointRoute = {
  path: '/webhooks/$endpointId',
  validateSearch: strictSearch(parseDeliverySearch),
  loader: pageLoader<{ endpointId: string }>(({ merchantId, params, ...page }) => {
    if (merchantId !== null)
      page.query(gqlQuery(WebhookEndpointDocument, { merchantId, id: params.endpointId }))
  }),
  component: lazyRouteComponent(() => import('./endpoint/EndpointPage.tsx'), 'EndpointPage'),
} as const
