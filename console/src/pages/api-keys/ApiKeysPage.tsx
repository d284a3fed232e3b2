import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { ApiKeyFieldsFragment } from '../../api/generated/graphql.ts'
import { useUnpagedList } from '../../api/list.ts'
import { useCan, useRefusal } from '../../api/me.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { useHasAccount } from '../../api/environment/test-account.ts'
import { createKeyPermission } from '../../lib/access.ts'
import { isTestEnvironment } from '../../lib/environment.ts'
import { apiKeys as texts } from './texts.ts'
import { useDialogFromUrl } from '../../shared/use-dialog-from-url.ts'
import { ExportList } from '../../shared/ExportList.tsx'
import { MerchantName } from '../../shared/MerchantName.tsx'
import { ActionButton } from '../../ui/dialogs/ActionButton.tsx'
import { EmptyMessage } from '../../ui/lists/EmptyMessage.tsx'
import { List } from '../../ui/lists/List.tsx'
import { Page } from '../../ui/Page.tsx'
import { useText } from '../../ui/preferences.tsx'
import { apiKeysList } from './api-keys.list.tsx'
import { CreateKey } from './CreateKey.tsx'
import { RevokeKey } from './RevokeKey.tsx'

/**
 * The page of a merchant's API keys. On this page, a person can create and revoke keys. In the test environment, the
 * first key creates the test account.
 */
export function ApiKeysPage() {
  const t = useText()
  const hasAccount = useHasAccount()
  const merchantId = useMerchantId()
  const mayNotCreate = useRefusal(createKeyPermission())
  const mayCreateTest = useCan('api_key.create_test')
  const createRefusal = mayNotCreate !== null && mayCreateTest ? texts.onlyTest(mayNotCreate) : mayNotCreate
  const [creating, form] = useDialogFromUrl('create', createRefusal === null)
  const [revoking, setRevoking] = useState<ApiKeyFieldsFragment | null>(null)
  const list = apiKeysList(setRevoking)
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
      description={t(isTestEnvironment() ? texts.testDescription : texts.description)}
      actions={
        <>
          {hasAccount && <ExportList list={list} filter={{ merchantId }} />}
          {create}
        </>
      }
    >
      <MerchantName always />
      {hasAccount ? (
        <KeyList list={list} merchantId={merchantId} />
      ) : (
        <EmptyMessage icon={IconKey} title={t(texts.emptyTitle)}>
          {t(texts.noTestAccount)}
        </EmptyMessage>
      )}
      <CreateKey opened={creating} onClose={form.close} />
      <RevokeKey apiKey={revoking} onClose={() => setRevoking(null)} />
    </Page>
  )
}

function KeyList({ list, merchantId }: { list: ReturnType<typeof apiKeysList>; merchantId: string }) {
  return <List list={list} source={useUnpagedList(list, { merchantId })} />
}
