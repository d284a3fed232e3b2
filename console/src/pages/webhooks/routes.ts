import { lazyRouteComponent } from '@tanstack/react-router'
import { strictSearch } from '../../lib/search/route-search.ts'
import { parseDeliverySearch } from './search.ts'

export const webhooksRoute = {
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./WebhooksPage.tsx'), 'WebhooksPage'),
} as const

export const replaysRoute = {
  path: '/webhooks/replays',
  component: lazyRouteComponent(() => import('./replays/ReplaysPage.tsx'), 'ReplaysPage'),
} as const

export const endpointRoute = {
  path: '/webhooks/$endpointId',
  validateSearch: strictSearch(parseDeliverySearch),
  component: lazyRouteComponent(() => import('./endpoint/EndpointPage.tsx'), 'EndpointPage'),
} as const
