import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useList } from '../../api/list.ts'
import { useMerchantChoice } from '../../api/merchants.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { MerchantName } from '../../shared/MerchantName.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { FailuresToday } from './FailuresToday.tsx'
import { requestFilter } from './queries.ts'
import { RequestDrawer } from './RequestDrawer.tsx'
import { RequestFilters } from './RequestFilters.tsx'
import { requestsList } from './requests.list.tsx'
import { parseRequestSearch, showsFailed, type RequestSearch } from './search.ts'
import { requests as texts } from './texts.ts'

const route = getRouteApi('/app/requests')

/**
 * The calls of the merchant API. A click on a call opens the call in a drawer and writes the call's id into the URL.
 */
export function RequestsPage() {
  const t = useText()
  const navigate = useNavigate()
  const { zone } = usePreferences()
  const { request, ...filters } = parseRequestSearch(route.useSearch())
  const merchantId = useMerchantChoice()
  const filter = requestFilter(filters, merchantId, zone)
  const list = requestsList(showsFailed(filters))
  const source = useList(list, filter)
  const go = (search: RequestSearch, replace = true) => void navigate({ to: '/requests', search, replace })
  return (
    <Page
      title={t(texts.title)}
      description={
        <>
          {t(texts.description)} {merchantId !== null && t(texts.withoutMerchant)}
        </>
      }
      actions={<ExportList list={list} filter={filter} />}
    >
      <MerchantName />
      <FailuresToday merchantId={merchantId} />
      <RequestFilters search={filters} onChange={(search) => go(search)} />
      <List
        list={list}
        source={source}
        onOpen={({ id }) => go({ ...filters, request: id }, false)}
        onClear={Object.keys(filters).length === 0 ? null : () => go({})}
      />
      <RequestDrawer opened={request !== undefined} id={request} onClose={() => go(filters)} />
    </Page>
  )
}
