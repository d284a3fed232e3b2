import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { execute } from '../../api/client.ts'
import { RevokeApiKeyDocument, type ApiKeyFieldsFragment } from '../../api/generated/graphql.ts'
import { useMerchantId } from '../../api/merchants.ts'
import { nowMs } from '../../lib/clock.ts'
import { common } from '../../lib/i18n/common.ts'
import { apiKeys as texts } from '../../lib/i18n/api-keys.ts'
import { ConfirmModal } from '../../ui/ConfirmModal.tsx'
import { useProblemText } from '../../ui/Form.tsx'
import { useText } from '../../ui/preferences.tsx'

const DAY_MS = 86_400_000

/** Asks, then takes a key back. Warns when it was in use in the last day. */
export function RevokeKey(props: { apiKey: ApiKeyFieldsFragment | null; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const merchantId = useMerchantId()
  const problemText = useProblemText()
  const { apiKey: key, onClose } = props
  const revoke = useMutation({
    mutationFn: (id: string) => execute(RevokeApiKeyDocument, { merchantId, id }),
    onSuccess: async () => {
      onClose()
      notifications.show({
        closeButtonProps: { 'aria-label': t(common.close) },
        message: t(texts.revoked),
        color: 'jade',
      })
      await client.invalidateQueries({ queryKey: ['ApiKeys'] })
    },
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
      onConfirm={() => key && revoke.mutate(key.id)}
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
