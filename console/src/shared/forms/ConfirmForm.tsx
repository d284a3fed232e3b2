import * as z from 'zod/mini'
import type { ReactNode } from 'react'
import { useActionForm } from '../../api/action-form.ts'
import type { TypedDocumentString } from '../../api/generated/graphql.ts'
import { common } from '../../lib/i18n/common.ts'
import { requiredText } from '../../lib/form-schema.ts'
import type { Text } from '../../lib/text.ts'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { ReasonField } from '../../ui/forms/fields.tsx'
import { useText } from '../../ui/preferences.tsx'

interface ButtonProps {
  submit: string
  danger?: boolean
  onCancel: () => void
  /** Replaces the label of the cancel button. */
  cancel?: string
}

interface Props<Result, Variables> extends ButtonProps {
  document: TypedDocumentString<Result, Variables> | ((variables: Variables) => Promise<Result>)
  /** The notification text after the operation has succeeded. */
  done?: Text
  onDone: (result: Result) => void
  /** Content above the note; in a `ReasonForm`, content between the note and the reason. */
  details?: ReactNode
  /** The note above the fields. */
  children: ReactNode
}

/** Returns the props for the buttons of the form. */
const buttonsOf = ({ submit, danger = false, onCancel, cancel }: ButtonProps) => {
  return { submit, danger, onCancel, cancel }
}

/** Form that asks for confirmation, then runs an operation. */
export function ConfirmForm<Result, Variables extends object>(
  props: Props<Result, Variables> & { variables: Variables | null },
) {
  const form = useActionForm(props.document, {
    initialValues: {},
    schema: () => z.object({}),
    request: () => props.variables,
    onDone: props.onDone,
    ...(props.done && { done: props.done }),
  })
  return (
    <ActionForm form={form} {...buttonsOf(props)}>
      {props.details}
      <DialogNote>{props.children}</DialogNote>
    </ActionForm>
  )
}

/** Form that asks for a reason, then runs an operation. The server records the reason in the audit log. */
export function ReasonForm<Result, Variables extends object>(
  props: Props<Result, Variables> & { variables: (reason: string) => Variables },
) {
  const t = useText()
  const form = useActionForm(props.document, {
    initialValues: { reason: '' },
    schema: () => z.object({ reason: requiredText(t(common.reasonMissing)) }),
    request: ({ reason }) => props.variables(reason),
    onDone: props.onDone,
    ...(props.done && { done: props.done }),
  })
  return (
    <ActionForm form={form} {...buttonsOf(props)}>
      <DialogNote>{props.children}</DialogNote>
      {props.details}
      <ReasonField {...form.field('reason')} />
    </ActionForm>
  )
}
