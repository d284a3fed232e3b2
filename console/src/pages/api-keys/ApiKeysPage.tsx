import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiKeyFieldsFragment } from '../../api/generated/graphql.ts'
import { useUnpagedList } from '../../api/list.ts'
import { useRefusal } from '../../api/me.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { apiKeys as texts } from './texts.ts'
import { useDialogFromUrl } from '../../shared/use-dialog-from-url.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { PrintedMerchantName } from '../../shared/PrintedMerchantName.tsx'
import { ActionButton } from '../../ui/dialogs/ActionButton.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { apiKeysList } from './api-keys.list.tsx'
import { CreateKey } from './CreateKey.tsx'
import { RevokeKey } from './RevokeKey.tsx'

/** The page of a merchant's API keys. A person can create and revoke keys there. */
export function ApiKeysPage() {
  const t = useText()
  const merchantId = useMerchantId()
  const createRefusal = useRefusal('api_key.create')
  const [creating, form] = useDialogFromUrl('create', createRefusal === null)
  const [revoking, setRevoking] = useState<ApiKeyFieldsFragment | null>(null)
  const list = apiKeysList(setRevoking)
  const source = useUnpagedList(list, { merchantId })
  const create = (
    <ActionButton
      variant="filled"
      icon={IconPlus}
      disabledReason={createRefusal}
      opensDialog
      onClick={form.open}
    >
      {t(texts.create)}
    </ActionButton>
  )
  return (
    <Page
      title={t(texts.title)}
      description={t(texts.description)}
      actions={
        <>
          <ExportList list={list} filter={{ merchantId }} />
          {create}
        </>
      }
    >
      <PrintedMerchantName />
      <List list={list} source={source} />
      <CreateKey opened={creating} onClose={form.close} />
      <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />
    </Page>
  )
}
