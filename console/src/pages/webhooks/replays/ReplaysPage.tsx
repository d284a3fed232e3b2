import { Link } from '@tanstack/react-router'
import { pageNames } from '../../../lib/i18n/page-names.ts'
import { replays as texts } from './texts.ts'
import { webhooks } from '../texts.ts'
import { useList } from '../../../api/list.ts'
import { useMerchantId } from '../../../api/merchants.ts'
import { ExportList } from '../../../shared/ExportList.tsx'
import { MerchantName } from '../../../shared/MerchantName.tsx'
import { List } from '../../../ui/lists/List.tsx'
import { Page } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { replaysList } from './replays.list.tsx'

const replaysOfAll = replaysList(true)

export function ReplaysPage() {
  const t = useText()
  const merchantId = useMerchantId()
  const filter = { merchantId, endpointId: null }
  const source = useList(replaysOfAll, filter)
  return (
    <Page
      title={t(pageNames.replays)}
      crumb={<Link to="/webhooks">{t(webhooks.title)}</Link>}
      description={t(texts.pageDescription)}
      actions={<ExportList list={replaysOfAll} filter={filter} />}
    >
      <MerchantName always />
      <List list={replaysOfAll} source={source} />
    </Page>
  )
}
