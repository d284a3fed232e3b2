import { RevokeApiKeyDocument, type ApiKeyFieldsFragment } from '../../api/generated/graphql.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { apiKeys as texts } from './texts.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { DAY_MS } from '../../lib/time/day.ts'
import { ConfirmForm } from '../../shared/forms/ConfirmForm.tsx'
import { useText } from '../../ui/preferences.tsx'

/** Form that revokes an API key. Warns when a request used the key within the last day. */
export function RevokeForm({
  apiKey,
  onClose,
}: {
  apiKey: ApiKeyFieldsFragment | null
  onClose: () => void
}) {
  const t = useText()
  const merchantId = useMerchantId()
  const lastUsedAt = apiKey?.lastUsedAt ?? null
  const isRecent = lastUsedAt !== null && nowMs() - Date.parse(lastUsedAt) < DAY_MS
  return (
    <ConfirmForm
      danger
      document={RevokeApiKeyDocument}
      variables={apiKey && { merchantId, id: apiKey.id }}
      submit={t(texts.revoke)}
      done={texts.revoked}
      onDone={onClose}
      onCancel={onClose}
    >
      <strong>{apiKey?.name}</strong> <span className="mono">{apiKey?.prefix}…</span>
      <br />
      {t(texts.revokeBody)} {isRecent && <strong>{t(texts.revokeRecent)}</strong>}
    </ConfirmForm>
  )
}
