import * as z from 'zod/mini'
import { useActionForm } from '../../api/action-form.ts'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { ActionForm } from '../../ui/forms/ActionForm.tsx'
import { useText } from '../../ui/preferences.tsx'
import classes from './InvitationPage.module.css'
import { invitation as texts } from './texts.ts'

const PASSWORD_MIN = 12
const PASSWORD_MAX = 200

/** Form that asks for a new password twice. The pages that one-time links open contain this form. */
export function ChoosePassword(props: {
  name: string
  email: string
  /** A sentence that names the console account whose password is set. */
  about: string
  submit: string
  /** Sends the password. Rejects when the server refuses the password. */
  onPassword: (password: string) => Promise<unknown>
  onDone: () => void
}) {
  const t = useText()
  const form = useActionForm(({ password }: { password: string }) => props.onPassword(password), {
    initialValues: { password: '', again: '' },
    schema: ({ password }) =>
      z.object({
        password: z.string().check(z.minLength(PASSWORD_MIN, t(texts.tooShort))),
        again: z.string().check(z.refine((typed) => typed === password, t(texts.different))),
      }),
    request: ({ password }) => ({ password }),
    onDone: props.onDone,
  })
  return (
    <div className={classes.form}>
      <h1 className={classes.title}>{props.name}</h1>
      <p>{props.about}</p>
      <ActionForm form={form} submit={props.submit}>
        <input type="hidden" name="email" autoComplete="username" value={props.email} readOnly />
        <PasswordField
          {...form.field('password')}
          label={t(texts.password)}
          description={t(texts.passwordHint)}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
        />
        <PasswordField
          {...form.field('again')}
          label={t(texts.again)}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
        />
      </ActionForm>
    </div>
  )
}
