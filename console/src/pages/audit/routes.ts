import { lazyRouteComponent } from '@tanstack/react-router'
import { strictSearch } from '../../lib/search/route-search.ts'
import { parseAuditSearch } from '../../lib/search/audit-search.ts'

export const auditRoute = {
  path: '/audit',
  validateSearch: strictSearch(parseAuditSearch),
  component: lazyRouteComponent(() => import('./AuditPage.tsx'), 'AuditPage'),
} as const

export const auditEntryRoute = {
  path: '/audit/$entryId',
  component: lazyRouteComponent(() => import('./AuditEntryPage.tsx'), 'AuditEntryPage'),
} as const
