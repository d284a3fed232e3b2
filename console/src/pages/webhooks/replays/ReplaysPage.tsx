import { Link } from '@tanstack/react-router'
import { useMerchantId } from '../../../api/merchants.ts'
import { replays as texts } from '../../../lib/i18n/webhooks/replays.ts'
import { webhooks } from '../../../lib/i18n/webhooks/webhooks.ts'
import { ExportList } from '../../../shared/ExportList.tsx'
import { PrintedMerchantName } from '../../../shared/PrintedMerchantName.tsx'
import { Page } from '../../../ui/Page.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { ReplayList, useReplays } from './Replays.tsx'

export function ReplaysPage() {
  const t = useText()
  const merchantId = useMerchantId()
  const list = useReplays(merchantId, null)
  return (
    <Page
      title={t(texts.title)}
      crumb={<Link to="/webhooks">{t(webhooks.title)}</Link>}
      description={t(texts.pageDescription)}
      actions={
        <ExportList list="webhook-replays" title={t(texts.title)} filter={{ merchantId, endpointId: null }} />
      }
    >
      <PrintedMerchantName />
      <ReplayList ofAll list={list} />
    </Page>
  )
}
