import { Button, SegmentedControl } from '@mantine/core'
import { common } from '../../lib/i18n/common.ts'
import { filters } from '../../lib/i18n/search/filters.ts'
import { CopyLink } from '../../shared/CopyLink.tsx'
import { FilterBar } from '../../ui/filters/FilterPill.tsx'
import { RangeFilter } from '../../ui/filters/RangeFilter.tsx'
import { SelectFilter } from '../../ui/filters/SelectFilter.tsx'
import { TextFilter } from '../../ui/filters/TextFilter.tsx'
import { useText } from '../../ui/preferences.tsx'
import { parseRequestSearch, showsFailed, type RequestSearch } from './search.ts'
import { ERROR_CODES, errorName, requests as texts } from './texts.ts'

const FAILED = 'failed'
const ALL = 'all'

/** The filters of the request log. Each change updates the URL immediately. */
export function RequestFilters(props: { search: RequestSearch; onChange: (search: RequestSearch) => void }) {
  const t = useText()
  const { search, onChange } = props
  const set = (change: Record<string, unknown>) => onChange(parseRequestSearch({ ...search, ...change }))
  return (
    <FilterBar label={t(filters.label)}>
      <SegmentedControl
        size="xs"
        aria-label={t(texts.show)}
        value={showsFailed(search) ? FAILED : ALL}
        onChange={(value) =>
          set(value === ALL ? { show: ALL } : { show: undefined, status: undefined, correlation: undefined })
        }
        data={[
          { value: FAILED, label: t(texts.onlyFailed) },
          { value: ALL, label: t(texts.all) },
        ]}
      />
      <SelectFilter
        name={t(texts.code)}
        value={search.code}
        onChange={(code) => set({ code })}
        data={ERROR_CODES.map((code) => ({ value: code, label: t(errorName(code)) }))}
      />
      <RangeFilter range={search.range} onChange={(range) => set({ range })} />
      {(
        [
          ['status', texts.status, texts.status],
          ['route', texts.route, texts.route],
          ['key', texts.key, texts.keyId],
          ['correlation', texts.correlation, texts.correlation],
        ] as const
      ).map(([name, title, label]) => (
        <TextFilter
          key={name}
          name={t(title)}
          label={t(label)}
          value={search[name]}
          onChange={(text) => set({ [name]: text })}
        />
      ))}
      {Object.keys(search).length > 0 && (
        <Button variant="subtle" color="gray" size="xs" onClick={() => onChange({})}>
          {t(common.clearFilters)}
        </Button>
      )}
      <CopyLink />
    </FilterBar>
  )
}
