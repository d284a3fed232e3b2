import { ChargesDocument, type ChargeFilter } from '../../api/generated/graphql.ts'
import { defineListQuery } from '../../api/query.ts'
import { nowMs } from '../../lib/time/clock.ts'
import type { Zone } from '../../lib/time/day.ts'
import { resolveRange } from '../../lib/time/range.ts'
import { statusesIn, type ChargeSearch } from './search.ts'

export function chargeFilter(search: ChargeSearch, merchantId: string | null, zone: Zone): ChargeFilter {
  const status = statusesIn(search.status)
  const instants = search.range === undefined ? null : resolveRange(search.range, zone, nowMs())
  return {
    merchantId,
    status: status.length > 0 ? status : null,
    orderReference: search.order ?? null,
    q: search.q ?? null,
    createdFrom: instants?.from ?? null,
    createdTo: instants?.to ?? null,
    amountFromCents: search.min ?? null,
    amountToCents: search.max ?? null,
    latePayment: search.mark === 'late' ? true : null,
    duplicates: search.mark === 'duplicates' ? true : null,
    needsAttention: search.mark === 'attention' ? true : null,
    hasDifference: search.mark === 'difference' ? true : null,
  }
}

export const chargesQuery = defineListQuery({
  document: ChargesDocument,
  variables: (filter: ChargeFilter) => ({ filter }),
  rows: ({ charges }) => charges,
})
