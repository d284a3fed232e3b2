import { Textarea } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { common } from '../../lib/i18n/common.ts'
import { DialogForm, DialogNote } from './Dialog.tsx'
import { useText } from '../preferences.tsx'

const REASON_MAX = 500

/** Asks for a reason, which the server records in the audit log. */
export function ReasonForm(props: {
  submit: string
  danger?: boolean
  busy: boolean
  error: unknown
  onSubmit: (reason: string) => void
  onCancel: () => void
  /** Fields above the reason. */
  fields?: ReactNode
  children: ReactNode
}) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [checked, setChecked] = useState(false)
  const missing = reason.trim() === ''
  const submit = () => {
    setChecked(true)
    if (!missing) props.onSubmit(reason.trim())
  }
  return (
    <DialogForm
      submit={props.submit}
      danger={props.danger ?? false}
      busy={props.busy}
      error={props.error}
      onSubmit={submit}
      onCancel={props.onCancel}
    >
      <DialogNote>{props.children}</DialogNote>
      {props.fields}
      <Textarea
        label={t(common.reason)}
        rows={3}
        maxLength={REASON_MAX}
        value={reason}
        error={checked && missing && t(common.reasonMissing)}
        onChange={(change) => setReason(change.currentTarget.value)}
      />
    </DialogForm>
  )
}
