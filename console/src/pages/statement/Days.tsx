import type { StatementLineFragment } from '../../api/generated/graphql.ts'
import { groupDays, groupEntries, type Entry } from './grouping.ts'
import type { Text } from '../../lib/text.ts'
import { dayOf } from '../../lib/time/day.ts'
import { formatDayHeading } from '../../lib/time/when.ts'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { Money } from '../../ui/values/Money.tsx'
import type { DayChanges } from './day-changes.ts'
import type { Clock } from './search.ts'
import { statementList } from './statement.list.tsx'
import classes from './StatementPage.module.css'

type Line = StatementLineFragment & { id: string }

type Columns = typeof statementList.columns

/**
 * The number of columns that show values of the journal entry itself. All lines of an entry have the same values in
 * these columns.
 */
const ENTRY_COLUMNS = 2
const LINE_CLASSES = [classes.position, classes.amount, classes.after]

/** The id of the highlighted entry. */
type MarkedId = string | undefined

/** Journal entries, each under the day of its posting or under the day of its fact. */
export function Days(props: {
  lines: readonly Line[]
  columns: Columns
  clock: Clock
  fading: boolean
  marked: MarkedId
  changes: DayChanges
  /** Says which balance changed: the whole balance, or that of one position. */
  changeName: Text
}) {
  const t = useText()
  const { language, zone } = usePreferences()
  const { lines, clock, fading, marked, changes, changeName } = props
  const columns = props.columns.filter(({ cell }) => cell !== undefined)
  const days = groupDays(groupEntries(lines), ({ lines: [line] }) =>
    dayOf(Date.parse(clock === 'fact' ? line.economicAt : line.postedAt), zone),
  )
  return (
    <div className={classes.scroll} data-fading={fading}>
      <table className={classes.table} aria-label={t(statementList.title)}>
        <thead>
          <tr>
            {columns.map(({ header, align }) => (
              <th key={header[0]} scope="col" data-align={align}>
                {t(header)}
              </th>
            ))}
          </tr>
        </thead>
        {days.map(([day, entries]) => (
          <DayRows
            key={day}
            heading={formatDayHeading(`${day}T12:00:00Z`, language, 'UTC')}
            change={{ name: changeName, cents: changes.get(day) }}
            entries={entries}
            columns={columns}
            marked={marked}
          />
        ))}
      </table>
    </div>
  )
}

function DayRows(props: {
  heading: string
  change: { name: Text; cents: bigint | undefined }
  entries: Entry<Line>[]
  columns: Columns
  marked: MarkedId
}) {
  const t = useText()
  const { heading, change, entries, columns, marked } = props
  return (
    <>
      <tbody>
        <tr className={classes.day}>
          <th scope="rowgroup" colSpan={columns.length}>
            <span className={classes.dayHead}>
              {heading}
              {change.cents !== undefined && (
                <span>
                  {t(change.name)} <Money cents={change.cents} movement />
                </span>
              )}
            </span>
          </th>
        </tr>
      </tbody>
      {entries.map((entry) => (
        <EntryRows key={entry.journalId} entry={entry} columns={columns} marked={marked} />
      ))}
    </>
  )
}

function EntryRows(props: { entry: Entry<Line>; columns: Columns; marked: MarkedId }) {
  const t = useText()
  const { entry, columns } = props
  const [first] = entry.lines
  const [about, posted] = columns
  const isMarked = entry.journalId === props.marked
  return (
    <tbody className={classes.entry} data-marked={isMarked} aria-current={isMarked ? 'true' : undefined}>
      {entry.lines.map((line, index) => (
        <tr key={line.lineNo}>
          {index === 0 && (
            <>
              <th scope="rowgroup" rowSpan={entry.lines.length} className={classes.about}>
                {about?.cell?.(first, t)}
              </th>
              <td rowSpan={entry.lines.length} className={classes.posted}>
                <span className={classes.label}>{posted && t(posted.header)} </span>
                {posted?.cell?.(first, t)}
              </td>
            </>
          )}
          {columns.slice(ENTRY_COLUMNS).map(({ header, align, cell }, column) => (
            <td key={header[0]} data-align={align} data-label={t(header)} className={LINE_CLASSES[column]}>
              {cell?.(line, t)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
