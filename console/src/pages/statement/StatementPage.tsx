import { Button } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import {
  StatementDocument,
  type StatementLineFragment,
  type StatementQuery,
} from '../../api/generated/graphql.ts'
import { useList } from '../../api/list.ts'
import { useMerchant, useMerchantId } from '../../api/merchants.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { dayOf } from '../../lib/time/day.ts'
import { common } from '../../lib/i18n/common.ts'
import { filters } from '../../lib/i18n/search/filters.ts'
import { statement as texts } from '../../lib/i18n/finance/finance.ts'
import { resolveRange } from '../../lib/time/range.ts'
import { groupDays, groupEntries, type Entry } from '../../lib/statement.ts'
import type { Position } from '../../lib/values/status.ts'
import { formatDayHeading } from '../../lib/time/when.ts'
import { CopyLink } from '../../shared/CopyLink.tsx'
import { EntryLink } from '../../shared/EntryLink.tsx'
import { ExportList } from '../../shared/ExportList.tsx'
import { SavedViews } from '../../shared/views/SavedViews.tsx'
import { FilterBar } from '../../ui/filters/FilterPill.tsx'
import { ListFrame } from '../../ui/lists/List.tsx'
import { Money } from '../../ui/values/Money.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { RangeFilter } from '../../ui/filters/RangeFilter.tsx'
import { PositionBadge } from '../../shared/StatusBadge.tsx'
import { When } from '../../ui/values/When.tsx'
import classes from './StatementPage.module.css'

type Line = StatementLineFragment

const SKELETON_ROWS = 10
/** The entry type whose description is the bank reference. */
const PAYOUT_ENTRY_TYPE = 'gateway.external_payout'

const route = getRouteApi('/app/merchant/statement')

/** Adds an id to each line. */
const withLineIds = ({ statement: { nodes, ...page } }: StatementQuery) => ({
  nodes: nodes.map((line) => ({ ...line, id: `${line.journalId}/${line.lineNo}` })),
  ...page,
})

/** The journal entries of a merchant by day, newest first. A link to an entry starts the list with it. */
export function StatementPage() {
  const t = useText()
  const { zone } = usePreferences()
  const navigate = useNavigate()
  const { range, position, entry } = route.useSearch()
  const merchantId = useMerchantId()
  const merchant = useMerchant()
  // Without a period the server returns the last 30 days.
  const instants = range === undefined ? { from: null, to: null } : resolveRange(range, zone, nowMs())
  const filter = { merchantId, ...instants, position: position ?? null, entry: entry ?? null }
  const list = useList(StatementDocument, { filter }, withLineIds)
  const setRange = (next: string | undefined) => {
    const search = { ...(position && { position }), ...(next && { range: next }) }
    void navigate({ to: '/statement', search, replace: true })
  }
  const filtered = range !== undefined || position !== undefined
  const clear = () => void navigate({ to: '/statement', search: {}, replace: true })
  return (
    <Page
      title={t(texts.title)}
      description={merchant?.name}
      actions={<ExportList list="statement" title={t(texts.title)} filter={filter} />}
    >
      <FilterBar label={t(filters.label)}>
        <SavedViews page="statement" />
        <RangeFilter range={range} onChange={setRange} />
        {position && (
          <PositionFilter
            position={position}
            onClear={() => void navigate({ to: '/statement', search: range ? { range } : {}, replace: true })}
          />
        )}
        {entry !== undefined && (
          <Button size="xs" variant="default" onClick={() => setRange(range)}>
            {t(texts.fromNewest)}
          </Button>
        )}
        {range === undefined && <span className={classes['window']}>{t(texts.defaultWindow)}</span>}
        <CopyLink />
      </FilterBar>
      <Card flush label={t(texts.title)}>
        <ListFrame
          list={list}
          skeletonRows={SKELETON_ROWS}
          empty={{ icon: IconFileText, title: texts.emptyTitle, body: texts.emptyBody }}
          onClear={filtered ? clear : null}
        >
          {(lines) => <Days lines={lines} fading={list.query.isPlaceholderData} marked={entry} />}
        </ListFrame>
      </Card>
    </Page>
  )
}

/** The id of the highlighted entry. */
type MarkedId = string | undefined

function Days({ lines, fading, marked }: { lines: readonly Line[]; fading: boolean; marked: MarkedId }) {
  const t = useText()
  const { language, zone } = usePreferences()
  const days = groupDays(groupEntries(lines), (entry) => dayOf(Date.parse(entry.lines[0].economicAt), zone))
  return (
    <div className={classes['scroll']} data-fading={fading}>
      <table className={classes['table']} aria-label={t(texts.title)}>
        <thead>
          <tr>
            <th scope="col">{t(texts.entry)}</th>
            <th scope="col">{t(texts.position)}</th>
            <th scope="col" data-align="end">
              {t(texts.amount)}
            </th>
            <th scope="col" data-align="end">
              {t(texts.balanceAfter)}
            </th>
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
        <tr className={classes['day']}>
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
  const [first] = entry.lines
  const isMarked = entry.journalId === marked
  return (
    <tbody className={classes['entry']} data-marked={isMarked} aria-current={isMarked ? 'true' : undefined}>
      {entry.lines.map((line, index) => (
        <tr key={line.lineNo}>
          {index === 0 && (
            <th scope="rowgroup" rowSpan={entry.lines.length} className={classes['about']}>
              <EntryHead line={first} />
            </th>
          )}
          <td className={classes['position']}>
            <PositionBadge position={line.position} />
          </td>
          <td data-align="end" className={classes['amount']}>
            <Money cents={line.amountCents} movement />
          </td>
          <td data-align="end" className={classes['after']}>
            <Money cents={line.balanceAfterCents} />
          </td>
        </tr>
      ))}
    </tbody>
  )
}

function EntryHead({ line }: { line: Line }) {
  const t = useText()
  return (
    <div className={classes['head']} title={`${t(texts.journal)}: ${line.journalId}`}>
      <span className={classes['name']}>
        <EntryLink here line={line} />
      </span>
      <span className={classes['note']}>
        <When at={line.economicAt} precision="hour" />
        <SourceLink line={line} />
      </span>
    </div>
  )
}

/** Links to the charge or payout of the entry. */
function SourceLink({ line }: { line: Line }) {
  const t = useText()
  const { charge, payoutId } = line
  if (charge)
    return (
      <Link to="/charges/$chargeId" params={{ chargeId: charge.id }}>
        {charge.orderReference}
      </Link>
    )
  if (payoutId === null) return null
  return (
    <Link to="/payouts/$payoutId" params={{ payoutId }} search={{ merchant: line.merchantId }}>
      {line.eventType === PAYOUT_ENTRY_TYPE ? line.description : t(texts.payout)}
    </Link>
  )
}

function PositionFilter({ position, onClear }: { position: Position; onClear: () => void }) {
  const t = useText()
  return (
    <span className={classes['mark']}>
      <PositionBadge position={position} />
      <Button size="compact-xs" variant="subtle" color="gray" onClick={onClear}>
        {t(common.clear)}
      </Button>
    </span>
  )
}
