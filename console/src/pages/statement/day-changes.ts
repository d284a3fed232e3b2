import { useQuery } from '@tanstack/react-query'
import { BalanceHistoryDocument, type BalanceHistoryQuery } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { addDays, dayOf, startOfDayMs, type Day, type Zone } from '../../lib/time/day.ts'
import { chartPeriod, rangeHours } from '../../lib/time/range.ts'
import { usePreferences } from '../../ui/preferences.tsx'
import { DEFAULT_RANGE } from './queries.ts'
import type { StatementSearch } from './search.ts'

const POLL_MS = 15_000

/** The change of the whole balance on each day. */
export type DayChanges = ReadonlyMap<Day, bigint>

const NO_CHANGES: DayChanges = new Map()

/**
 * Returns by how much the balance changed on each day of the statement. Returns no day if the list does not contain all
 * lines of its days: with a position, with hours, or from an entry. Returns no day for the dates of facts either,
 * because only the posting date has balances.
 */
export function useDayChanges(search: StatementSearch, merchantId: string): DayChanges {
  const { zone } = usePreferences()
  const { isShown, ...options } = dayBalancesQuery(search, merchantId, zone)
  const { data } = useQuery({ ...options, enabled: isShown, refetchInterval: POLL_MS })
  return isShown && data ? changesOf(data.balanceHistory) : NO_CHANGES
}

/** Returns the query for the balance at the end of each day of the statement, and of the day before. */
function dayBalancesQuery(search: StatementSearch, merchantId: string, zone: Zone) {
  const { range = DEFAULT_RANGE, clock = 'posting', position, entry } = search
  const { from: first, to, isTooLong } = chartPeriod(range, zone, nowMs())
  const dayBefore = addDays(dayOf(Date.parse(first), zone), -1)
  const from = new Date(startOfDayMs(dayBefore, zone)).toISOString()
  const hasWholeDays = range !== '24h' && rangeHours(range) === undefined
  return {
    isShown:
      hasWholeDays && !isTooLong && clock === 'posting' && position === undefined && entry === undefined,
    ...gqlQuery(BalanceHistoryDocument, { merchantId, from, to, zone }),
  }
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
