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

/**
 * Returns by how much the balance, or its chosen position, changed on each day of the statement. `reason` says why the
 * statement shows no changes by day; it is null if the statement shows them.
 */
export function useDayChanges(
  search: StatementSearch,
  merchantId: string,
): { changes: DayChanges; reason: NoChangesReason | null } {
  const { zone } = usePreferences()
  const now = nowMs()
  const found = changesPeriod(search, zone, now)
  const period = typeof found === 'string' ? null : found
  const { data } = useQuery({
    ...gqlQuery(BalanceHistoryDocument, { merchantId, from: period?.from ?? '', to: period?.to ?? '', zone }),
    enabled: period !== null,
    refetchInterval: period !== null && Date.parse(period.to) > now && POLL_MS,
  })
  return {
    changes: period && data ? changesOf(data.balanceHistory, search.position) : NO_CHANGES,
    reason: typeof found === 'string' ? found : null,
  }
}

/** The reason why a statement shows no changes by day. */
export type NoChangesReason = 'fact' | 'entry' | 'hours' | 'long'

/**
 * Returns the days of the statement and the day before, whose balances give the changes by day. If the statement shows
 * no changes by day, returns the reason instead: only posting dates have balances, the list must contain all lines of
 * its days, and the server limits the number of days.
 */
export function changesPeriod(
  { clock, entry, range = DEFAULT_RANGE }: StatementSearch,
  zone: Zone,
  now: number,
): ChartPeriod | NoChangesReason {
  if (clock === 'fact') return 'fact'
  if (entry !== undefined) return 'entry'
  const days = rangeDays(withFixedDays(range, zone, now))
  if (!days) return 'hours'
  const period = chartPeriod(`${addDays(days.first, -1)}..${days.last}`, zone, now)
  return period.isTooLong ? 'long' : period
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
