import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { account as texts } from '../texts.ts'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { useText } from '../../../ui/preferences.tsx'

/** The maximum length of a typed code. The maximum allows a recovery code with dashes and some spaces. */
const CODE_CHARS_MAX = 30

/** Form that asks for a TOTP code or a recovery code. Clears the field after a wrong code. */
export function CodeForm(props: {
  hint: string
  submit: string
  busy: boolean
  error: unknown
  /** Sends the code. Rejects when the server refuses the code. */
  onCode: (code: string) => Promise<unknown>
  onCancel: () => void
  cancel?: string
}) {
  const t = useText()
  const [code, setCode] = useState('')
  const submit = () => {
    if (code.trim() !== '') props.onCode(code.trim()).catch(() => setCode(''))
  }
  return (
    <ActionForm
      form={{ submit, isBusy: props.busy, error: props.error }}
      submit={props.submit}
      onCancel={props.onCancel}
      {...(props.cancel === undefined ? {} : { cancel: props.cancel })}
    >
      <DialogNote>{props.hint}</DialogNote>
      <TextInput
        label={t(texts.code)}
        name="code"
        autoComplete="one-time-code"
        inputMode="text"
        maxLength={CODE_CHARS_MAX}
        required
        withAsterisk={false}
        autoFocus
        data-autofocus
        value={code}
        onChange={(change) => setCode(change.currentTarget.value)}
      />
    </ActionForm>
  )
}
