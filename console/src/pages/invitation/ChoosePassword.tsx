import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { invitation as texts } from './texts.ts'
import { FormError } from '../../ui/dialogs/Form.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { useText } from '../../ui/preferences.tsx'
import classes from './InvitationPage.module.css'

const PASSWORD_MIN = 12
const PASSWORD_MAX = 200

/** Asks for a new password, twice. Used by pages behind a one-time link. */
export function ChoosePassword(props: {
  name: string
  email: string
  /** A sentence that names the account. */
  about: string
  submit: string
  /** Rejects when the password was refused. */
  onPassword: (password: string) => Promise<unknown>
  onDone: () => void
}) {
  const t = useText()
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [checked, setChecked] = useState(false)
  const choose = useMutation({
    gcTime: 0,
    mutationFn: () => props.onPassword(password),
    onSuccess: props.onDone,
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (password.length >= PASSWORD_MIN && password === again) choose.mutate()
  }
  return (
    <form onSubmit={submit} className={classes['form']} noValidate>
      <h1 className={classes['title']}>{props.name}</h1>
      <p>{props.about}</p>
      <input type="hidden" name="email" autoComplete="username" value={props.email} readOnly />
      <PasswordField
        label={t(texts.password)}
        description={t(texts.passwordHint)}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        value={password}
        error={checked && password.length < PASSWORD_MIN && t(texts.tooShort)}
        onChange={(change) => setPassword(change.currentTarget.value)}
      />
      <PasswordField
        label={t(texts.again)}
        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        value={again}
        error={checked && password !== again && t(texts.different)}
        onChange={(change) => setAgain(change.currentTarget.value)}
      />
      {choose.isError && <FormError error={choose.error} />}
      <Button type="submit" loading={choose.isPending}>
        {props.submit}
      </Button>
    </form>
  )
}
