import { Button } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { account as texts } from './texts.ts'
import { useAction } from '../../api/action.ts'
import { ChangePasswordDocument } from '../../api/generated/graphql.ts'
import { FormError } from '../../ui/dialogs/Form.tsx'
import { PasswordField } from '../../ui/fields/PasswordField.tsx'
import { useText } from '../../ui/preferences.tsx'
import classes from './SignInPage.module.css'

const PASSWORD_CHARS_MIN = 12
const NONE = { current: '', fresh: '', repeat: '' }

/** Changes the password of the signed-in person. The server ends their other sessions. */
export function ChangePassword() {
  const t = useText()
  const [typed, setTyped] = useState(NONE)
  const [checked, setChecked] = useState(false)
  const reset = () => {
    setTyped(NONE)
    setChecked(false)
  }
  const change = useAction(ChangePasswordDocument, { done: texts.passwordChanged, onDone: reset })
  const isShort = typed.fresh.length < PASSWORD_CHARS_MIN
  const differ = typed.fresh !== typed.repeat
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isShort && !differ) change.mutate({ current: typed.current, password: typed.fresh })
  }
  return (
    <form className={classes['fields']} onSubmit={submit}>
      <p className={classes['subtitle']}>{t(texts.passwordHint)}</p>
      <PasswordField
        label={t(texts.current)}
        autoComplete="current-password"
        required
        withAsterisk={false}
        value={typed.current}
        onChange={({ currentTarget }) => setTyped({ ...typed, current: currentTarget.value })}
      />
      <PasswordField
        label={t(texts.fresh)}
        description={t(texts.freshHint)}
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={typed.fresh}
        error={checked && isShort && t(texts.tooShort)}
        onChange={({ currentTarget }) => setTyped({ ...typed, fresh: currentTarget.value })}
      />
      <PasswordField
        label={t(texts.repeat)}
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={typed.repeat}
        error={checked && differ && t(texts.differ)}
        onChange={({ currentTarget }) => setTyped({ ...typed, repeat: currentTarget.value })}
      />
      {change.error !== null && <FormError error={change.error} />}
      <Button type="submit" loading={change.isPending}>
        {t(texts.passwordTitle)}
      </Button>
    </form>
  )
}
