import { SecretModal } from '../../../ui/dialogs/SecretModal.tsx'
import { useText } from '../../../ui/preferences.tsx'
import { webhooks as texts } from '../texts.ts'

/** Dialog that shows a new signing secret of an endpoint once. Renders nothing without a secret. */
export function EndpointSecret({ secret, onDone }: { secret: string | null; onDone: () => void }) {
  const t = useText()
  if (secret === null) return null
  return (
    <SecretModal
      secret={secret}
      title={t(texts.secretTitle)}
      label={t(texts.secret)}
      hint={t(texts.secretHint)}
      onDone={onDone}
    />
  )
}
