import { NativeSelect, SegmentedControl } from '@mantine/core'
import { oneOf } from '../../lib/search/one-of.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { cases as texts } from './texts.ts'
import { caseColumns } from '../../lib/i18n/finance/cases.ts'
import { useList } from '../../api/list.ts'
import { useMerchantChoice } from '../../api/merchants.ts'
import type { CaseSearch } from './search.ts'
import { common } from '../../lib/i18n/common.ts'
import { filters } from '../../lib/i18n/search/filters.ts'
import { caseKind, caseStatus } from '../../lib/i18n/status.ts'
import { CASE_KINDS, CASE_STATUSES } from '../../lib/values/status.ts'
import { CopyLink } from '../../shared/CopyLink.tsx'
import { ExportList } from '../../shared/ExportList.tsx'
import { SavedViews } from '../../shared/views/SavedViews.tsx'
import { MerchantName } from '../../shared/MerchantName.tsx'
import { FilterBar } from '../../ui/filters/FilterPill.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { casesList } from './cases.list.tsx'
import { caseFilter } from './queries.ts'

const route = getRouteApi('/app/cases')

/** The page that lists cases. By default, the page shows open cases, the disputes with the earliest deadline first. */
export function CasesPage() {
  const t = useText()
  const navigate = useNavigate()
  const search = route.useSearch()
  const merchantId = useMerchantChoice()
  const status = search.status ?? 'open'
  const filter = caseFilter(search, merchantId)
  const source = useList(casesList, filter)
  const go = (next: CaseSearch) => void navigate({ to: '/cases', search: next, replace: true })
  return (
    <Page
      title={t(texts.title)}
      description={t(texts.description)}
      actions={<ExportList list={casesList} filter={filter} />}
    >
      <MerchantName />
      <FilterBar label={t(filters.label)}>
        <SavedViews page="cases" />
        <SegmentedControl
          size="xs"
          aria-label={t(texts.status)}
          value={status}
          onChange={(value) => go({ ...search, status: value })}
          data={CASE_STATUSES.map((value) => ({ value, label: t(caseStatus[value]) }))}
        />
        <NativeSelect
          size="xs"
          aria-label={t(caseColumns.kind)}
          value={search.kind ?? ''}
          onChange={({ currentTarget: { value } }) => {
            const kind = oneOf(CASE_KINDS, value)
            go({ ...(search.status && { status: search.status }), ...(kind && { kind }) })
          }}
          data={[
            { value: '', label: `${t(caseColumns.kind)}: ${t(common.all)}` },
            ...CASE_KINDS.map((value) => ({ value, label: t(caseKind[value]) })),
          ]}
        />
        <CopyLink />
      </FilterBar>
      <List
        list={casesList}
        source={source}
        onOpen={({ id, merchantId: of }) =>
          void navigate({ to: '/cases/$caseId', params: { caseId: id }, search: { of } })
        }
        onClear={search.kind !== undefined || status !== 'open' ? () => go({}) : null}
      />
    </Page>
  )
}
