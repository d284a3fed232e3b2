import { useState } from 'react'
import { webhooks as texts } from './texts.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { EndpointSecret } from './endpoint/EndpointSecret.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { useText } from '../../ui/preferences.tsx'

const RegisterForm = lazyForm(async () => (await import('./RegisterForm.tsx')).RegisterForm)

/** Dialog that registers a webhook endpoint, then shows its signing secret once. */
export function RegisterEndpoint(props: { opened: boolean; onClose: () => void }) {
  const t = useText()
  // Keep the secret only in this component, not in the query cache or the URL.
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <Dialog opened={props.opened && secret === null} title={t(texts.registerTitle)} onClose={props.onClose}>
        <RegisterForm
          onCancel={props.onClose}
          onSecret={(value) => {
            setSecret(value)
            props.onClose()
          }}
        />
      </Dialog>
      <EndpointSecret secret={secret} onDone={() => setSecret(null)} />
    </>
  )
}
