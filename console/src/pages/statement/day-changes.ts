import { useQuery } from '@tanstack/react-query'
import { BalanceHistoryDocument, type BalanceHistoryQuery } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { addDays, type Day, type Zone } from '../../lib/time/day.ts'
import { chartPeriod, rangeDays, withFixedDays } from '../../lib/time/range.ts'
import { CENTS_OF, type Position } from '../../lib/values/status.ts'
import { usePreferences } from '../../ui/preferences.tsx'
import { DEFAULT_RANGE } from './queries.ts'
import type { StatementSearch } from './search.ts'

const POLL_MS = 15_000

/** The change of the balance, or of one position, on each day. */
export type DayChanges = ReadonlyMap<Day, bigint>

const NO_CHANGES: DayChanges = new Map()

/** Returns by how much the balance, or its chosen position, changed on each day of the statement. */
export function useDayChanges(search: StatementSearch, merchantId: string): DayChanges {
  const { zone } = usePreferences()
  const period = periodOf(search, zone)
  const { data } = useQuery({
    ...gqlQuery(BalanceHistoryDocument, { merchantId, from: period?.from ?? '', to: period?.to ?? '', zone }),
    enabled: period !== null,
    refetchInterval: period?.isOver === false && POLL_MS,
  })
  return period && data ? changesOf(data.balanceHistory, search.position) : NO_CHANGES
}

/**
 * Returns the days of the statement and the day before. Returns null if the list does not contain all lines of its days
 * (with hours, or from an entry), if the period is too long for the server, and for the dates of facts, because only the
 * posting date has balances.
 */
function periodOf(search: StatementSearch, zone: Zone) {
  const { range = DEFAULT_RANGE, clock = 'posting', entry } = search
  const now = nowMs()
  const days = rangeDays(withFixedDays(range, zone, now))
  if (!days || clock !== 'posting' || entry !== undefined) return null
  const { from, to, isTooLong } = chartPeriod(`${addDays(days.first, -1)}..${days.last}`, zone, now)
  return isTooLong ? null : { from, to, isOver: Date.parse(to) <= now }
}

/** Returns the change of a position on each day but the first. Without a position, returns the change of the total. */
export function changesOf(
  days: readonly BalanceHistoryQuery['balanceHistory'][number][],
  position: Position | undefined,
): DayChanges {
  const changes = new Map<Day, bigint>()
  const field = position === undefined ? 'totalCents' : CENTS_OF[position]
  let before: bigint | undefined
  for (const { day, [field]: cents } of days) {
    const after = BigInt(cents)
    if (before !== undefined) changes.set(day, after - before)
    before = after
  }
  return changes
}
