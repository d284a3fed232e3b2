import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { filters } from '../../lib/i18n/search/filters.ts'
import { CopyLink } from '../../shared/CopyLink.tsx'
import { DayFilter } from '../../ui/filters/DayFilter.tsx'
import { FilterBar } from '../../ui/filters/FilterPill.tsx'
import { useNarrow } from '../../ui/lists/DataTable.tsx'
import { useText } from '../../ui/preferences.tsx'
import { ORDERS, parseMerchantSearch, type MerchantSearch } from './search.ts'
import { merchants as texts, orderName } from './texts.ts'

const TYPING_MS = 250

/**
 * The filters of the list of merchants. On a narrow screen, there are no column headers to click, so a select field
 * sets the sort order.
 */
export function MerchantFilters(props: {
  search: MerchantSearch
  mayReadBalances: boolean
  onChange: (search: MerchantSearch) => void
}) {
  const t = useText()
  const { search, onChange } = props
  const narrow = useNarrow()
  return (
    <FilterBar label={t(filters.label)}>
      <NameField name={search.q ?? ''} onChange={(q) => onChange({ ...search, q })} />
      {props.mayReadBalances && (
        <DayFilter
          name={t(search.day === undefined ? texts.asOfAnotherDay : texts.asOfDay)}
          day={search.day}
          onChange={(day) => onChange(parseMerchantSearch({ ...search, day }))}
        />
      )}
      {props.mayReadBalances && narrow && (
        <NativeSelect
          aria-label={t(texts.sortBy)}
          size="xs"
          value={search.order ?? 'name'}
          onChange={({ currentTarget }) =>
            onChange(parseMerchantSearch({ ...search, order: currentTarget.value }))
          }
          data={ORDERS.map((order) => ({
            value: order,
            label: `${t(texts.sortBy)}: ${t(orderName[order])}`,
          }))}
        />
      )}
      <CopyLink />
    </FilterBar>
  )
}

/** A field that filters by a part of the merchant's name. The filter changes shortly after the person stops typing. */
function NameField({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const t = useText()
  const [typed, setTyped] = useState(name)
  const [applied, setApplied] = useState(name)
  const apply = useDebouncedCallback(onChange, TYPING_MS)
  // `name` can also change without typing, when the person clears the filters or goes back.
  if (name !== applied) {
    setApplied(name)
    if (name !== typed.trim()) setTyped(name)
  }
  return (
    <TextInput
      aria-label={t(texts.searchName)}
      placeholder={t(texts.searchName)}
      type="search"
      size="xs"
      w="16rem"
      autoComplete="off"
      leftSection={<IconSearch size={14} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        apply(currentTarget.value)
      }}
    />
  )
}
