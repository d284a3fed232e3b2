import { useNavigate } from '@tanstack/react-router'
import { useUnpagedList } from '../../api/list.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { merchantsList } from './merchants.list.tsx'

export function MerchantsPage() {
  const t = useText()
  const navigate = useNavigate()
  const source = useUnpagedList(merchantsList, {})
  return (
    <Page title={t(merchantsList.title)} actions={<ExportList list={merchantsList} filter={{}} />}>
      <List
        list={merchantsList}
        source={source}
        onOpen={({ id }) => void navigate({ to: '/merchants/$merchantId', params: { merchantId: id } })}
      />
    </Page>
  )
}
