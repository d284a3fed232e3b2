import {
  PayoutHistoryDocument,
  PayoutLinesDocument,
  PayoutRoomDocument,
  PayoutsDocument,
  type PayoutLinesQuery,
} from '../../api/generated/graphql.ts'
import { defineListQuery, gqlQuery } from '../../api/query.ts'
import { nowMs } from '../../lib/time/clock.ts'
import type { Zone } from '../../lib/time/day.ts'
import { chartPeriod, resolveRange, type Range } from '../../lib/time/range.ts'
import type { PayoutSearch } from './search.ts'

export function payoutFilter({ state, range }: PayoutSearch, merchantId: string | null, zone: Zone) {
  const paid = range === undefined ? null : resolveRange(range, zone, nowMs())
  return {
    merchantId,
    state: state ? [state] : null,
    paidFrom: paid?.from ?? null,
    paidTo: paid?.to ?? null,
  }
}

export const payoutsQuery = defineListQuery({
  document: PayoutsDocument,
  variables: (filter: ReturnType<typeof payoutFilter>) => filter,
  rows: ({ payouts }) => payouts,
})

/** Adds an id to each journal line. */
const withLineIds = ({ payoutLines: { nodes, ...page } }: PayoutLinesQuery) => ({
  nodes: nodes.map((line) => ({ ...line, id: `${line.journalId}/${line.lineNo}` })),
  ...page,
})

/** The journal lines whose amounts a payout transferred, in the order of posting. */
export const payoutLinesQuery = defineListQuery({
  document: PayoutLinesDocument,
  variables: (filter: { merchantId: string; payoutId: string }) => filter,
  rows: withLineIds,
})

/** Returns the query for the balance and the bank account that the form of a new payout needs. */
export const payoutRoomQuery = (merchantId: string) => gqlQuery(PayoutRoomDocument, { merchantId })

export const DEFAULT_HISTORY_RANGE: Range = '30d'

/**
 * Returns the query for the payouts per day, of all merchants when `merchantId` is null. `isTooLong` is true when the
 * period is too long for a chart.
 */
export function payoutHistoryQuery(merchantId: string | null, range: Range, zone: Zone) {
  const { from, to, isTooLong } = chartPeriod(range, zone, nowMs())
  return { isTooLong, ...gqlQuery(PayoutHistoryDocument, { merchantId, from, to, zone }) }
}
