import { useAction } from '../../api/action.ts'
import { RevokeApiKeyDocument, type ApiKeyFieldsFragment } from '../../api/generated/graphql.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { nowMs } from '../../lib/time/clock.ts'
import { apiKeys as texts } from './texts.ts'
import { ConfirmModal } from '../../ui/dialogs/ConfirmModal.tsx'
import { useProblemText } from '../../ui/dialogs/Form.tsx'
import { useText } from '../../ui/preferences.tsx'

const DAY_MS = 86_400_000

/** Asks for confirmation, then revokes a key. Warns when the key was used within the last day. */
export function RevokeKey(props: { apiKey: ApiKeyFieldsFragment | null; onClose: () => void }) {
  const t = useText()
  const merchantId = useMerchantId()
  const problemText = useProblemText()
  const { apiKey: key, onClose } = props
  const revoke = useAction(RevokeApiKeyDocument, {
    done: texts.revoked,
    onDone: onClose,
  })
  const lastUsedAt = key?.lastUsedAt ?? null
  const recent = lastUsedAt !== null && nowMs() - Date.parse(lastUsedAt) < DAY_MS
  return (
    <ConfirmModal
      opened={key !== null}
      title={t(texts.revokeTitle)}
      confirm={t(texts.revoke)}
      busy={revoke.isPending}
      error={revoke.isError ? problemText(revoke.error) : null}
      onConfirm={() => key && revoke.mutate({ merchantId, id: key.id })}
      onClose={() => {
        revoke.reset()
        onClose()
      }}
    >
      <strong>{key?.name}</strong> <span className="mono">{key?.prefix}…</span>
      <br />
      {t(texts.revokeBody)} {recent && <strong>{t(texts.revokeRecent)}</strong>}
    </ConfirmModal>
  )
}
