import {
  MerchantListDocument,
  MerchantTotalsDocument,
  type MerchantBalanceFilter,
} from '../../api/generated/graphql.ts'
import { defineListQuery, gqlQuery } from '../../api/query.ts'
import { endOfDay, type Zone } from '../../lib/time/day.ts'
import type { MerchantSearch } from './search.ts'

export type MerchantFilter = Required<MerchantBalanceFilter>

/** Returns the filter of the list of merchants. Without permission to read balances, the order is always by name. */
export function merchantFilter(
  { q, day, order }: MerchantSearch,
  zone: Zone,
  mayReadBalances: boolean,
): MerchantFilter {
  return {
    search: q ?? null,
    asOf: day === undefined ? null : endOfDay(day, zone),
    order: mayReadBalances ? (order ?? null) : null,
  }
}

export const merchantListQuery = defineListQuery({
  document: MerchantListDocument,
  variables: (filter: MerchantFilter) => ({ filter }),
  rows: ({ merchantBalances }) => merchantBalances,
})

/** The sums over the merchants that match the filter. */
export const merchantTotalsQuery = ({ search, asOf }: MerchantFilter) =>
  gqlQuery(MerchantTotalsDocument, { filter: { search, asOf } })
