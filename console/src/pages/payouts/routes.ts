import { lazyRouteComponent, redirect } from '@tanstack/react-router'
import { PayoutDocument, SavedViewsDocument } from '../../api/generated/graphql.ts'
import { pageLoader } from '../../api/page-loader.ts'
import { gqlQuery } from '../../api/query.ts'
import { detailOf, strictSearch } from '../../lib/search/route-search.ts'
import {
  DEFAULT_HISTORY_RANGE,
  payoutFilter,
  payoutHistoryQuery,
  payoutLinesQuery,
  payoutRoomQuery,
  payoutsQuery,
} from './queries.ts'
import { parsePayoutSearch } from './search.ts'

export const payoutsRoute = {
  path: '/payouts',
  validateSearch: strictSearch(parsePayoutSearch),
  beforeLoad: ({ location }: { location: { search: Record<string, unknown> } }): void => {
    const payoutId = detailOf(location.search)
    if (payoutId !== undefined)
      throw redirect({ to: '/payouts/$payoutId', params: { payoutId }, replace: true })
  },
  loader: pageLoader(({ merchantId, zone, ...page }) => {
    const search = parsePayoutSearch(page.search)
    page.list(payoutsQuery, payoutFilter(search, merchantId, zone))
    const { isTooLong, ...history } = payoutHistoryQuery(
      merchantId,
      search.range ?? DEFAULT_HISTORY_RANGE,
      zone,
    )
    if (!isTooLong) page.query(history)
    if (merchantId !== null) page.query(payoutRoomQuery(merchantId))
    page.query(gqlQuery(SavedViewsDocument, { page: 'payouts' }))
  }),
  component: lazyRouteComponent(() => import('./PayoutsPage.tsx'), 'PayoutsPage'),
} as const

export const payoutRoute = {
  path: '/payouts/$payoutId',
  loader: pageLoader<{ payoutId: string }>(({ merchantId, params, ...page }) => {
    if (merchantId === null) return
    page.query(gqlQuery(PayoutDocument, { merchantId, id: params.payoutId }))
    page.query(payoutRoomQuery(merchantId))
    page.list(payoutLinesQuery, { merchantId, payoutId: params.payoutId })
  }),
  component: lazyRouteComponent(() => import('./PayoutPage.tsx'), 'PayoutPage'),
} as const
