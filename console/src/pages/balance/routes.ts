import { lazyRouteComponent } from '@tanstack/react-router'
import { pageLoader } from '../../api/page-loader.ts'
import { strictSearch } from '../../lib/search/route-search.ts'
import { blockedCasesQuery } from '../../shared/cases/blocked-cases.query.ts'
import { balanceHistoryQuery, balanceQuery, DEFAULT_HISTORY_RANGE, reserveScheduleQuery } from './queries.ts'
import { parseBalanceSearch } from './search.ts'

export const balanceRoute = {
  path: '/balance',
  validateSearch: strictSearch(parseBalanceSearch),
  loader: pageLoader(({ merchantId, ...page }) => {
    if (merchantId === null) return
    const { day, range = DEFAULT_HISTORY_RANGE } = parseBalanceSearch(page.search)
    if (day === undefined) {
      page.query(balanceQuery(merchantId))
      page.query(reserveScheduleQuery(merchantId, page.zone))
      if (page.can('case.read')) page.query(blockedCasesQuery(merchantId))
    }
    const { isTooLong, ...history } = balanceHistoryQuery(merchantId, range, page.zone)
    if (!isTooLong) page.query(history)
  }),
  component: lazyRouteComponent(() => import('./BalancePage.tsx'), 'BalancePage'),
} as const
