import { IconEyeOff } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useList } from '../../api/list.ts'
import { useMerchantChoice } from '../../api/merchants.ts'
import { charges as texts } from './texts.ts'
import { chargesPage } from './charges-page-texts.ts'
import type { ChargeSearch } from './search.ts'
import { isDocumentHandle } from '../../lib/search/document-handles.ts'
import { pageSearch } from '../../lib/search/route-search.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { MerchantName } from '../../shared/MerchantName.tsx'
import { EmptyMessage } from '../../ui/lists/EmptyMessage.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Card, Page } from '../../ui/Page.tsx'
import { usePreferences, useText } from '../../ui/preferences.tsx'
import { ChargeFilters } from './ChargeFilters.tsx'
import { chargesList } from './charges.list.tsx'
import { chargeFilter } from './queries.ts'

const route = getRouteApi('/app/charges')

/** The page that lists the charges that match the filters in the URL, newest first. */
export function ChargesPage() {
  const t = useText()
  const { zone } = usePreferences()
  const navigate = useNavigate()
  const search = pageSearch(route.useSearch())
  const merchantId = useMerchantChoice()
  const filter = chargeFilter(search, merchantId, zone)
  const source = useList(chargesList, filter)
  const change = (next: ChargeSearch) => {
    void navigate({ to: '/charges', search: next, replace: true })
  }
  return (
    <Page
      title={t(texts.title)}
      description={t(chargesPage.order)}
      actions={<ExportList list={chargesList} filter={filter} />}
    >
      <MerchantName />
      <ChargeFilters search={search} onChange={change} />
      {isDocumentHandle(search.q) || isDocumentHandle(search.order) ? (
        <DocumentGone />
      ) : (
        <List
          list={chargesList}
          source={source}
          onOpen={({ id }) => void navigate({ to: '/charges/$chargeId', params: { chargeId: id } })}
          onClear={Object.keys(search).length > 0 ? () => change({}) : null}
        />
      )}
    </Page>
  )
}

/**
 * Shown when the URL contains a handle for a document (CPF or CNPJ) that a person typed in another window. Only that
 * window can replace the handle with the document.
 */
function DocumentGone() {
  const t = useText()
  return (
    <Card flush>
      <EmptyMessage icon={IconEyeOff} title={t(texts.documentGoneTitle)}>
        {t(texts.documentGoneBody)}
      </EmptyMessage>
    </Card>
  )
}
