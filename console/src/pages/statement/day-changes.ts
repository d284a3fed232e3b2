import { useQuery } from '@tanstack/react-query'
import { BalanceHistoryDocument, type BalanceHistoryQuery } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { addDays, type Day, type Zone } from '../../lib/time/day.ts'
import { chartPeriod, rangeDays, withFixedDays, type ChartPeriod } from '../../lib/time/range.ts'
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

/** The reason why a statement shows no changes by day. */
export type NoChangesReason = 'fact' | 'entry' | 'hours' | 'long'

/**
 * Returns why the statement shows no changes by day; null if it shows them. Only posting dates have balances, the list
 * must contain all lines of its days, and the server limits the number of days.
 */
export function noChangesReason(search: StatementSearch, zone: Zone, now: number): NoChangesReason | null {
  const { clock = 'posting', entry } = search
  if (clock === 'fact') return 'fact'
  if (entry !== undefined) return 'entry'
  const period = wholeDays(search, zone, now)
  if (period === null) return 'hours'
  return period.isTooLong ? 'long' : null
}

/** Returns the days of the statement and the day before; null for a period with hours. */
function wholeDays({ range = DEFAULT_RANGE }: StatementSearch, zone: Zone, now: number): ChartPeriod | null {
  const days = rangeDays(withFixedDays(range, zone, now))
  return days ? chartPeriod(`${addDays(days.first, -1)}..${days.last}`, zone, now) : null
}

/** Returns the period of the changes; null if the statement shows no changes by day. */
function periodOf(search: StatementSearch, zone: Zone) {
  const now = nowMs()
  const period = noChangesReason(search, zone, now) === null ? wholeDays(search, zone, now) : null
  return period && { from: period.from, to: period.to, isOver: Date.parse(period.to) <= now }
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
