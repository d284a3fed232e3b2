import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { audit as texts } from './texts.ts'
import { useList } from '../../api/list.ts'
import { useMerchantChoice, useMerchantName } from '../../api/merchants.ts'
import { parseAuditSearch, type AuditSearch } from '../../lib/search/audit-search.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { auditList } from './audit.list.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { auditFilter } from './queries.ts'

const route = getRouteApi('/app/audit')

/** The page of the audit log, newest entry first. */
export function AuditPage() {
  const t = useText()
  const navigate = useNavigate()
  const { zone } = usePreferences()
  const search = parseAuditSearch(route.useSearch())
  const merchantName = useMerchantName()
  const filter = auditFilter(search, useMerchantChoice(), zone)
  const source = useList(auditList, filter)
  const go = (next: AuditSearch) => void navigate({ to: '/audit', search: next, replace: true })
  return (
    <Page
      title={t(texts.title)}
      description={t(merchantName === null ? texts.description : texts.descriptionOf(merchantName))}
      actions={<ExportList list={auditList} filter={filter} />}
    >
      <AuditFilters search={search} onChange={go} />
      <List
        list={auditList}
        source={source}
        onOpen={({ id }) => void navigate({ to: '/audit/$entryId', params: { entryId: id } })}
        onClear={Object.keys(search).length === 0 ? null : () => go({})}
      />
    </Page>
  )
}
