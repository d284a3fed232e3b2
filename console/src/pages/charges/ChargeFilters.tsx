import { Button, Checkbox } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { CHARGE_MARKS, statusesIn, statusText, type ChargeMark, type ChargeSearch } from './search.ts'
import { chargeMark, charges as texts } from './texts.ts'
import { common } from '../../lib/i18n/common.ts'
import { filters } from '../../lib/i18n/search/filters.ts'
import { chargeStatus } from '../../lib/i18n/status.ts'
import { isDocumentHandle } from '../../lib/search/document-handles.ts'
import { formatCents } from '../../lib/values/money.ts'
import { CHARGE_STATUSES, type ChargeStatus } from '../../lib/values/status.ts'
import { CopyLink } from '../../shared/CopyLink.tsx'
import { SavedViews } from '../../shared/views/SavedViews.tsx'
import { AmountFilter } from '../../ui/filters/AmountFilter.tsx'
import { FilterActions, FilterBar, FilterPill } from '../../ui/filters/FilterPill.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { RangeFilter } from '../../ui/filters/RangeFilter.tsx'
import { TextField } from '../../ui/filters/TextFilter.tsx'
import classes from './ChargeFilters.module.css'

type Props = { search: ChargeSearch; onChange: (search: ChargeSearch) => void }

/** The filters to change, with their new values. `undefined` removes a filter. */
type Change = { [Name in keyof ChargeSearch]: ChargeSearch[Name] | undefined }

function merge(search: ChargeSearch, change: Change): ChargeSearch {
  const merged = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(merged)
}

/** Returns what a person typed in a filter. The handle of a document is not shown. */
const typedText = (text: string | undefined): string => (isDocumentHandle(text) ? '' : (text ?? ''))

/** The filters of the charge list. Each change updates the URL immediately. */
export function ChargeFilters({ search, onChange }: Props) {
  const t = useText()
  const { language } = usePreferences()
  const set = (change: Change) => onChange(merge(search, change))
  const statuses = statusesIn(search.status)
  const [first, ...others] = statuses
  const statusValue =
    first === undefined ? null : t(chargeStatus[first]) + (others.length > 0 ? ` +${others.length}` : '')
  const pillText = (text: string | undefined) => (isDocumentHandle(text) ? t(texts.document) : (text ?? null))
  return (
    <FilterBar label={t(filters.label)}>
      <SavedViews page="charges" />
      <FilterPill name={t(texts.status)} value={statusValue} onClear={() => set({ status: undefined })}>
        {(close) => (
          <StatusFields
            chosen={statuses}
            onApply={(status) => {
              set({ status })
              close()
            }}
          />
        )}
      </FilterPill>
      <RangeFilter range={search.range} unset={t(texts.wholePeriod)} onChange={(range) => set({ range })} />
      <AmountFilter
        min={search.min}
        max={search.max}
        format={(cents) => formatCents(cents, language)}
        onChange={(limits) => set(limits)}
      />
      <FilterPill
        name={t(texts.orderReference)}
        value={pillText(search.order)}
        onClear={() => set({ order: undefined })}
      >
        {(close) => (
          <TextField
            label={t(texts.orderExact)}
            value={typedText(search.order)}
            onApply={(order) => {
              set({ order: order || undefined })
              close()
            }}
          />
        )}
      </FilterPill>
      <FilterPill name={t(texts.search)} value={pillText(search.q)} onClear={() => set({ q: undefined })}>
        {(close) => (
          <TextField
            label={t(texts.searchHint)}
            value={typedText(search.q)}
            onApply={(q) => {
              set({ q: q || undefined })
              close()
            }}
          />
        )}
      </FilterPill>
      <MarkFilter mark={search.mark} onChange={(mark) => set({ mark })} />
      {Object.keys(search).length > 0 && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => onChange({})}>
          {t(common.clearFilters)}
        </Button>
      )}
      <CopyLink />
    </FilterBar>
  )
}

function StatusFields(props: { chosen: ChargeStatus[]; onApply: (status: string | undefined) => void }) {
  const t = useText()
  const [chosen, setChosen] = useState<readonly ChargeStatus[]>(props.chosen)
  const toggle = (status: ChargeStatus) =>
    setChosen((was) => (was.includes(status) ? was.filter((other) => other !== status) : [...was, status]))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    props.onApply(statusText(chosen))
  }
  return (
    <form onSubmit={submit}>
      <div className={classes.statuses} role="group" aria-label={t(texts.status)}>
        {CHARGE_STATUSES.map((status) => (
          <Checkbox
            key={status}
            size="sm"
            checked={chosen.includes(status)}
            onChange={() => toggle(status)}
            label={t(chargeStatus[status])}
          />
        ))}
      </div>
      <FilterActions onClear={() => props.onApply(undefined)} />
    </form>
  )
}

function MarkFilter(props: {
  mark: ChargeMark | undefined
  onChange: (mark: ChargeMark | undefined) => void
}) {
  const t = useText()
  const { mark, onChange } = props
  return (
    <FilterPill
      name={t(texts.mark)}
      value={mark ? t(chargeMark[mark]) : null}
      onClear={() => onChange(undefined)}
    >
      {(close) => (
        <div className={classes.statuses} role="group" aria-label={t(texts.mark)}>
          {CHARGE_MARKS.map((known) => (
            <Checkbox
              key={known}
              size="sm"
              checked={mark === known}
              onChange={({ currentTarget: { checked } }) => {
                onChange(checked ? known : undefined)
                close()
              }}
              label={t(chargeMark[known])}
            />
          ))}
        </div>
      )}
    </FilterPill>
  )
}
