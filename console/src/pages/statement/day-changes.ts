import { useQuery } from '@tanstack/react-query'
import { BalanceHistoryDocument, type BalanceHistoryQuery } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { addDays, type Day, type Zone } from '../../lib/time/day.ts'
import { chartPeriod, rangeDays, withFixedDays } from '../../lib/time/range.ts'
import { usePreferences } from '../../ui/preferences.tsx'
import { DEFAULT_RANGE } from './queries.ts'
import type { StatementSearch } from './search.ts'

const POLL_MS = 15_000

/** The change of the whole balance on each day. */
export type DayChanges = ReadonlyMap<Day, bigint>

const NO_CHANGES: DayChanges = new Map()

/**
 * Returns by how much the balance changed on each day of the statement. Returns no day if the list may lack lines of a
 * day, because it shows one position, is limited to hours, or starts at an entry. Also returns no day if the statement
 * is by date of the fact, because only posting dates have balances.
 */
export function useDayChanges(search: StatementSearch, merchantId: string): DayChanges {
  const { zone } = usePreferences()
  const period = periodOf(search, zone)
  const { data } = useQuery({
    ...gqlQuery(BalanceHistoryDocument, { merchantId, from: period?.from ?? '', to: period?.to ?? '', zone }),
    enabled: period !== null,
    refetchInterval: period?.isOver === false && POLL_MS,
  })
  return period && data ? changesOf(data.balanceHistory) : NO_CHANGES
}

/** Returns the days of the statement and the day before; null if `useDayChanges` returns no day for the statement. */
function periodOf(search: StatementSearch, zone: Zone) {
  const { range = DEFAULT_RANGE, clock = 'posting', position, entry } = search
  const now = nowMs()
  const days = rangeDays(withFixedDays(range, zone, now))
  if (!days || clock !== 'posting' || position !== undefined || entry !== undefined) return null
  const { from, to, isTooLong } = chartPeriod(`${addDays(days.first, -1)}..${days.last}`, zone, now)
  return isTooLong ? null : { from, to, isOver: Date.parse(to) <= now }
}

/** Returns the change of the total on each day but the first. */
export function changesOf(
  days: readonly Pick<BalanceHistoryQuery['balanceHistory'][number], 'day' | 'totalCents'>[],
): DayChanges {
  const changes = new Map<Day, bigint>()
  let before: bigint | undefined
  for (const { day, totalCents } of days) {
    const total = BigInt(totalCents)
    if (before !== undefined) changes.set(day, total - before)
    before = total
  }
  return changes
}
