import {
  BalanceDocument,
  BalanceHistoryDocument,
  ReserveScheduleDocument,
} from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'
import { nowMs } from '../../lib/time/clock.ts'
import type { Zone } from '../../lib/time/day.ts'
import { chartPeriod, type Range } from '../../lib/time/range.ts'

export const balanceQuery = (merchantId: string) => gqlQuery(BalanceDocument, { merchantId })

export const reserveScheduleQuery = (merchantId: string, zone: Zone) =>
  gqlQuery(ReserveScheduleDocument, { merchantId, zone })

export const DEFAULT_HISTORY_RANGE: Range = '30d'

/**
 * Returns the query for a merchant's positions at the end of each day of a period. `isTooLong` is true when the period
 * is too long for a chart.
 */
export function balanceHistoryQuery(merchantId: string, range: Range, zone: Zone) {
  const { from, to, isTooLong } = chartPeriod(range, zone, nowMs())
  return { isTooLong, ...gqlQuery(BalanceHistoryDocument, { merchantId, from, to, zone }) }
}
