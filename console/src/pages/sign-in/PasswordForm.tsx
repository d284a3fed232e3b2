import { Button, TextInput } from '@mantine/core'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { signInRefusals } from '../../lib/i18n/people/sign-in-refusals.ts'
import { signIn as texts } from './texts.ts'
import { outcomes } from '../../lib/i18n/common.ts'
import { Problem } from '../../lib/problem.ts'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { useText } from '../../ui/preferences.tsx'
import classes from './SignInPage.module.css'
import type { SignInSteps } from './sign-in-steps.ts'

const errorText = (error: unknown) => {
  const { code, reason } = error instanceof Problem ? error : { code: '', reason: null }
  if (reason === 'sign_in_over') return signInRefusals.over
  if (reason === 'known_networks_only') return signInRefusals.knownNetworksOnly
  if (code === 'rate_limited') return signInRefusals.limited
  if (code === 'offline') return outcomes.errorOffline
  if (code === 'no_answer') return outcomes.errorNoAnswer
  return code === 'internal_error' ? outcomes.errorServer : texts.refused
}

/** Form of the first sign-in step: e-mail and password. Clears the password after each attempt. */
export function PasswordForm(props: {
  steps: SignInSteps
  /** The e-mail of the person who signs in again; absent if the person must type the e-mail. */
  email?: string
  /** A text above the form, shown until an attempt to sign in fails. */
  notice?: string
  children?: ReactNode
}) {
  const t = useText()
  const { begin, code, enrol } = props.steps
  const [email, setEmail] = useState(props.email ?? '')
  const [password, setPassword] = useState('')
  const error = begin.error ?? code.error ?? enrol.error
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    begin.mutate({ email: email.trim(), password }, { onSettled: () => setPassword('') })
  }
  return (
    <form className={classes.fields} onSubmit={submit} aria-label={t(texts.title)}>
      {props.notice !== undefined && error === null && <p className={classes.notice}>{props.notice}</p>}
      {error !== null && (
        <p className={classes.error} role="alert">
          {t(errorText(error))}
        </p>
      )}
      <TextInput
        label={t(texts.email)}
        name="email"
        type="email"
        size="md"
        autoComplete="username"
        required
        withAsterisk={false}
        autoFocus={props.email === undefined}
        value={email}
        onChange={(change) => setEmail(change.currentTarget.value)}
      />
      <PasswordField
        label={t(texts.password)}
        name="password"
        size="md"
        autoComplete="current-password"
        required
        withAsterisk={false}
        autoFocus={props.email !== undefined}
        data-autofocus={props.email !== undefined}
        value={password}
        onChange={(change) => setPassword(change.currentTarget.value)}
      />
      <Button type="submit" size="md" loading={begin.isPending} fullWidth>
        {t(texts.submit)}
      </Button>
      {props.children}
    </form>
  )
}
