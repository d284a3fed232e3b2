import { useState } from 'react'
import { apiKeys as texts } from './texts.ts'
import { Dialog } from '../../ui/dialogs/Dialog.tsx'
import { SecretModal } from '../../ui/dialogs/SecretModal.tsx'
import { lazyForm } from '../../ui/forms/lazy-form.tsx'
import { useText } from '../../ui/preferences.tsx'

const CreateForm = lazyForm(async () => (await import('./CreateForm.tsx')).CreateForm)

/** Dialog that creates an API key, then shows the key once. */
export function CreateKey(props: { opened: boolean; onClose: () => void }) {
  const t = useText()
  // Keep the key in this component only, neither in the query cache nor in the URL.
  const [key, setKey] = useState<string | null>(null)
  return (
    <>
      <Dialog wide opened={props.opened && key === null} title={t(texts.createTitle)} onClose={props.onClose}>
        <CreateForm
          onCancel={props.onClose}
          onKey={(value) => {
            setKey(value)
            props.onClose()
          }}
        />
      </Dialog>
      {key !== null && (
        <SecretModal
          secret={key}
          title={t(texts.keyTitle)}
          label={t(texts.keyLabel)}
          hint={t(texts.keyHint)}
          onDone={() => setKey(null)}
        />
      )}
    </>
  )
}
