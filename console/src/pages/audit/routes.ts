import { lazyRouteComponent } from '@tanstack/react-router'
import { AuditEntryDocument } from '../../api/generated/graphql.ts'
import { chooseOwner } from '../../api/merchants.ts'
import { pageLoader } from '../../api/page-loader.ts'
import { gqlQuery } from '../../api/query.ts'
import { strictSearch } from '../../lib/search/route-search.ts'
import { parseAuditSearch } from '../../lib/search/audit-search.ts'
import { auditChoicesQuery, auditFilter, auditQuery } from './queries.ts'

export const auditRoute = {
  path: '/audit',
  validateSearch: strictSearch(parseAuditSearch),
  beforeLoad: chooseOwner,
  loader: pageLoader((page) => {
    page.list(auditQuery, auditFilter(parseAuditSearch(page.search), page.merchantId, page.zone))
    page.query(auditChoicesQuery)
  }),
  component: lazyRouteComponent(() => import('./AuditPage.tsx'), 'AuditPage'),
} as const

export const auditEntryRoute = {
  path: '/audit/$entryId',
  loader: pageLoader<{ entryId: string }>((page) =>
    page.query(gqlQuery(AuditEntryDocument, { id: page.params.entryId })),
  ),
  component: lazyRouteComponent(() => import('./AuditEntryPage.tsx'), 'AuditEntryPage'),
} as const
