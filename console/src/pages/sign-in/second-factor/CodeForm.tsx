import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { account as texts } from '../texts.ts'
import { ActionForm } from '../../../ui/forms/ActionForm.tsx'
import { DialogNote } from '../../../ui/dialogs/Dialog.tsx'
import { useText } from '../../../ui/preferences.tsx'

/** The most characters of a code: a recovery code with dashes and some spaces. */
const CODE_CHARS_MAX = 30

/** Asks for a TOTP code or a recovery code. Clears the field after a wrong code. */
export function CodeForm(props: {
  hint: string
  submit: string
  busy: boolean
  error: unknown
  /** Rejects when the code was refused. */
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
