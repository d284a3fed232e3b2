import { Button, SegmentedControl } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { clockName, clockNote, statement as texts } from './texts.ts'
import { useList } from '../../api/list.ts'
import { useMerchant, useMerchantId } from '../../api/merchants.ts'
import { common } from '../../lib/i18n/common.ts'
import { filters } from '../../lib/i18n/search/filters.ts'
import { positionName } from '../../lib/i18n/status.ts'
import type { Position } from '../../lib/values/status.ts'
import { CopyLink } from '../../shared/CopyLink.tsx'
import { ExportList } from '../../shared/ExportList.tsx'
import { PositionBadge } from '../../shared/StatusBadge.tsx'
import { SavedViews } from '../../shared/views/SavedViews.tsx'
import { FilterBar } from '../../ui/filters/FilterPill.tsx'
import { RangeFilter } from '../../ui/filters/RangeFilter.tsx'
import { ListFrame } from '../../ui/lists/List.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { useDayChanges } from './day-changes.ts'
import { Days } from './Days.tsx'
import { withoutCutEntry } from './grouping.ts'
import { useLinesCount } from './lines-count.ts'
import { PeriodSum } from './PeriodSum.tsx'
import { statementFilter } from './queries.ts'
import { CLOCKS, parseStatementSearch, type Clock } from './search.ts'
import { statementByFact, statementList } from './statement.list.tsx'
import { StatementSummary } from './Summary.tsx'
import classes from './StatementPage.module.css'

const route = getRouteApi('/app/merchant/statement')

/**
 * The journal entries of a merchant by day, newest first. If the URL contains an entry id, the list starts with that
 * entry.
 */
export function StatementPage() {
  const t = useText()
  const { zone } = usePreferences()
  const navigate = useNavigate()
  const search = route.useSearch()
  const { range, clock = 'posting', position, entry } = search
  const merchantId = useMerchantId()
  const merchant = useMerchant()
  const filter = statementFilter(search, merchantId, zone)
  const list = clock === 'fact' ? statementByFact : statementList
  const loaded = useList(list, filter)
  const source = {
    ...loaded,
    rows: withoutCutEntry(loaded.rows, loaded.query.hasNextPage ?? false),
    ...useLinesCount(search, merchantId),
  }
  const { changes, reason } = useDayChanges(search, merchantId)
  /** Changes a part of the filter, and lets the list start with its newest entry. */
  const change = (part: Record<string, string | undefined>) =>
    void navigate({
      to: '/statement',
      search: parseStatementSearch({ ...search, entry: undefined, ...part }),
      replace: true,
    })
  const filtered = range !== undefined || position !== undefined
  const clear = () => change({ range: undefined, position: undefined })
  return (
    <Page
      title={t(texts.title)}
      description={merchant?.name}
      actions={<ExportList list={list} filter={filter} />}
    >
      <FilterBar label={t(filters.label)}>
        <SavedViews page="statement" />
        <RangeFilter range={range} onChange={(chosen) => change({ range: chosen })} />
        <ClockSwitch clock={clock} onChange={(chosen) => change({ clock: chosen })} />
        {position && <PositionFilter position={position} onClear={() => change({ position: undefined })} />}
        {entry !== undefined && (
          <Button size="xs" variant="default" onClick={() => change({})}>
            {t(texts.fromNewest)}
          </Button>
        )}
        {range === undefined && entry === undefined && (
          <span className={classes.window}>{t(texts.defaultWindow)}</span>
        )}
        <CopyLink />
      </FilterBar>
      <p className={classes.window}>{t(clockNote[clock])}</p>
      {entry === undefined && <StatementSummary search={search} merchantId={merchantId} />}
      <PeriodSum search={search} merchantId={merchantId} reason={reason} />
      <Card flush label={t(texts.title)}>
        <ListFrame list={list} source={source} onClear={filtered ? clear : null}>
          {(lines) => (
            <Days
              lines={lines}
              columns={list.columns}
              clock={clock}
              fading={source.query.isPlaceholderData}
              marked={entry}
              changes={changes}
              changeName={
                position === undefined ? texts.dayChange : texts.positionChange(positionName[position])
              }
            />
          )}
        </ListFrame>
      </Card>
    </Page>
  )
}

/** Switch that selects which date the period limits: posting date or date of the fact. */
function ClockSwitch({ clock, onChange }: { clock: Clock; onChange: (clock: Clock) => void }) {
  const t = useText()
  return (
    <SegmentedControl
      size="xs"
      aria-label={t(texts.clock)}
      value={clock}
      onChange={onChange}
      data={CLOCKS.map((value) => ({ value, label: t(clockName[value]) }))}
    />
  )
}

function PositionFilter({ position, onClear }: { position: Position; onClear: () => void }) {
  const t = useText()
  return (
    <span className={classes.mark}>
      <PositionBadge position={position} />
      <Button size="compact-xs" variant="subtle" color="gray" onClick={onClear}>
        {t(common.clear)}
      </Button>
    </span>
  )
}
