import { useState } from 'react'
import * as z from 'zod/mini'
import { useActionForm } from '../../api/action-form.ts'
import { ChangePasswordDocument } from '../../api/generated/graphql.ts'
import { DialogNote } from '../../ui/dialogs/Dialog.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { useText } from '../../ui/preferences.tsx'
import { account as texts } from './texts.ts'

const PASSWORD_CHARS_MIN = 12

/** Form that changes the signed-in person's password. The change ends all other sessions of the person. */
export function ChangePassword() {
  const [changes, setChanges] = useState(0)
  return <Fields key={changes} onDone={() => setChanges((count) => count + 1)} />
}

function Fields({ onDone }: { onDone: () => void }) {
  const t = useText()
  const form = useActionForm(ChangePasswordDocument, {
    initialValues: { current: '', fresh: '', repeat: '' },
    schema: ({ fresh }) =>
      z.object({
        current: z.string().check(z.minLength(1, t(texts.currentMissing))),
        fresh: z.string().check(z.minLength(PASSWORD_CHARS_MIN, t(texts.tooShort))),
        repeat: z.string().check(z.refine((typed) => typed === fresh, t(texts.differ))),
      }),
    request: ({ current, fresh }) => ({ current, password: fresh }),
    done: texts.passwordChanged,
    onDone,
  })
  return (
    <ActionForm form={form} submit={t(texts.passwordTitle)}>
      <DialogNote>{t(texts.passwordHint)}</DialogNote>
      <PasswordField {...form.field('current')} label={t(texts.current)} autoComplete="current-password" />
      <PasswordField
        {...form.field('fresh')}
        label={t(texts.fresh)}
        description={t(texts.freshHint)}
        autoComplete="new-password"
      />
      <PasswordField {...form.field('repeat')} label={t(texts.repeat)} autoComplete="new-password" />
    </ActionForm>
  )
}
