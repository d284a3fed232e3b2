import { useState } from 'react'
import { account as texts } from '../texts.ts'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { PasswordField } from '../../../ui/fields/PasswordField.tsx'
import { useText } from '../../../ui/preferences.tsx'

/** Form that asks the signed-in person for the current password. Clears the field after a wrong password. */
export function CurrentPassword(props: {
  hint: string | null
  busy: boolean
  error: unknown
  /** Sends the password. Rejects when the server refuses the password. */
  onPassword: (password: string) => Promise<unknown>
  onCancel: () => void
}) {
  const t = useText()
  const [password, setPassword] = useState('')
  const submit = () => {
    if (password !== '') props.onPassword(password).catch(() => setPassword(''))
  }
  return (
    <ActionForm
      form={{ submit, isBusy: props.busy, error: props.error }}
      submit={t(texts.continue)}
      onCancel={props.onCancel}
    >
      {props.hint !== null && <DialogNote>{props.hint}</DialogNote>}
      <PasswordField
        label={t(texts.current)}
        name="password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        value={password}
        onChange={(change) => setPassword(change.currentTarget.value)}
      />
    </ActionForm>
  )
}
