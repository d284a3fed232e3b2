import type { StatementLineFragment } from '../../api/generated/graphql.ts'
import { groupDays, groupEntries, type Entry } from './grouping.ts'
import { dayOf } from '../../lib/time/day.ts'
import { formatDayHeading } from '../../lib/time/when.ts'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { statementList } from './statement.list.tsx'
import classes from './StatementPage.module.css'

type Line = StatementLineFragment & { id: string }

const COLUMNS = statementList.columns.filter(({ cell }) => cell !== undefined)
const [ENTRY_COLUMN, ...LINE_COLUMNS] = COLUMNS
const LINE_CLASSES = [classes.position, classes.amount, classes.after]

/** The id of the highlighted entry. */
type MarkedId = string | undefined

/** Journal entries, each under the day on which it happened. */
export function Days({
  lines,
  fading,
  marked,
}: {
  lines: readonly Line[]
  fading: boolean
  marked: MarkedId
}) {
  const t = useText()
  const { language, zone } = usePreferences()
  const days = groupDays(groupEntries(lines), (entry) => dayOf(Date.parse(entry.lines[0].economicAt), zone))
  return (
    <div className={classes.scroll} data-fading={fading}>
      <table className={classes.table} aria-label={t(statementList.title)}>
        <thead>
          <tr>
            {COLUMNS.map(({ header, align }) => (
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
            entries={entries}
            marked={marked}
          />
        ))}
      </table>
    </div>
  )
}

function DayRows(props: { heading: string; entries: Entry<Line>[]; marked: MarkedId }) {
  const { heading, entries, marked } = props
  return (
    <>
      <tbody>
        <tr className={classes.day}>
          <th scope="rowgroup" colSpan={4}>
            {heading}
          </th>
        </tr>
      </tbody>
      {entries.map((entry) => (
        <EntryRows key={entry.journalId} entry={entry} marked={marked} />
      ))}
    </>
  )
}

function EntryRows({ entry, marked }: { entry: Entry<Line>; marked: MarkedId }) {
  const t = useText()
  const [first] = entry.lines
  const isMarked = entry.journalId === marked
  return (
    <tbody className={classes.entry} data-marked={isMarked} aria-current={isMarked ? 'true' : undefined}>
      {entry.lines.map((line, index) => (
        <tr key={line.lineNo}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={entry.lines.length} className={classes.about}>
              {ENTRY_COLUMN?.cell?.(first, t)}
            </th>
          )}
          {LINE_COLUMNS.map(({ header, align, cell }, column) => (
            <td key={header[0]} data-align={align} className={LINE_CLASSES[column]}>
              {cell?.(line, t)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
