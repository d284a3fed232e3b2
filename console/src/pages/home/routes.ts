import { lazyRouteComponent } from '@tanstack/react-router'
import { HomeDocument, SavedViewsDocument } from '../../api/generated/graphql.ts'
import { pageLoader } from '../../api/page-loader.ts'
import { gqlQuery } from '../../api/query.ts'

export const homeRoute = {
  path: '/',
  loader: pageLoader((page) => {
    page.query(gqlQuery(HomeDocument, { zone: page.zone, merchantId: page.merchantId }))
    if (page.can('saved_view.read')) page.query(gqlQuery(SavedViewsDocument, { page: null }))
  }),
  component: lazyRouteComponent(() => import('./HomePage.tsx'), 'HomePage'),
} as const
