import type { ApiKeyFieldsFragment } from '../../api/generated/graphql.ts'
import { apiKeys as texts } from './texts.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { useText } from '../../ui/preferences.tsx'

const RevokeForm = lazyForm(async () => (await import('./RevokeForm.tsx')).RevokeForm)

/** Dialog that asks for confirmation, then revokes `apiKey`. The dialog is closed while `apiKey` is null. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKeyFieldsFragment | null; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog opened={apiKey !== null} title={t(texts.revokeTitle)} onClose={onClose}>
      <RevokeForm apiKey={apiKey} onClose={onClose} />
    </Dialog>
  )
}
