import type { ReserveScheduleQuery } from '../../api/generated/graphql.ts'
import { rangeName } from '../../lib/i18n/search/filters.ts'
import type { Text } from '../../lib/text.ts'
import type { Day } from '../../lib/time/day.ts'
import { balance as texts } from './texts.ts'

/** A row of the table of releases. `chargesCount` is null for a row without a number of charges. */
export interface ReleaseRow {
  id: string
  name: Text
  amountCents: string
  chargesCount: number | null
}

const dayName = (day: Day): Text => rangeName(`${day}..${day}`)

/**
 * Returns a row for each of the next days with a release, a row for all later releases, and the sum of the rows, which is
 * the whole reserve. Returns no rows if the merchant has no reserve.
 */
export function releaseRows(schedule: ReserveScheduleQuery['reserveSchedule'], today: Day): ReleaseRow[] {
  const { releases, laterFrom, laterCents } = schedule
  const days = releases.map(({ day, ...release }) => ({
    ...release,
    id: day,
    name: day < today ? texts.releaseDue(dayName(day)) : dayName(day),
  }))
  const later =
    laterFrom === null
      ? []
      : [
          {
            id: 'later',
            name: texts.releaseLater(dayName(laterFrom)),
            amountCents: laterCents,
            chargesCount: null,
          },
        ]
  const rows = [...days, ...later]
  if (rows.length === 0) return []
  const totalCents = rows.reduce((sum, { amountCents }) => sum + BigInt(amountCents), 0n)
  return [
    ...rows,
    { id: 'total', name: texts.releaseTotal, amountCents: totalCents.toString(), chargesCount: null },
  ]
}
