import { Button } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { statement as texts } from './texts.ts'
import { useList } from '../../api/list.ts'
import { useMerchant, useMerchantId } from '../../api/merchants.ts'
import { common } from '../../lib/i18n/common.ts'
import { filters } from '../../lib/i18n/search/filters.ts'
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
import { Days } from './Days.tsx'
import { statementFilter } from './queries.ts'
import { statementList } from './statement.list.tsx'
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
  const { range, position, entry } = search
  const merchantId = useMerchantId()
  const merchant = useMerchant()
  const filter = statementFilter(search, merchantId, zone)
  const source = useList(statementList, filter)
  const setRange = (chosen: string | undefined) => {
    const next = { ...(position && { position }), ...(chosen && { range: chosen }) }
    void navigate({ to: '/statement', search: next, replace: true })
  }
  const filtered = range !== undefined || position !== undefined
  const clear = () => void navigate({ to: '/statement', search: {}, replace: true })
  return (
    <Page
      title={t(texts.title)}
      description={merchant?.name}
      actions={<ExportList list={statementList} filter={filter} />}
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
        {range === undefined && <span className={classes.window}>{t(texts.defaultWindow)}</span>}
        <CopyLink />
      </FilterBar>
      <p className={classes.window}>{t(texts.clock)}</p>
      <Card flush label={t(texts.title)}>
        <ListFrame list={statementList} source={source} onClear={filtered ? clear : null}>
          {(lines) => <Days lines={lines} fading={source.query.isPlaceholderData} marked={entry} />}
        </ListFrame>
      </Card>
    </Page>
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
