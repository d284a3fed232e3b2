import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { account as texts } from '../../lib/i18n/people/account.ts'
import { useText } from '../preferences.tsx'

/** A field for a password, which its reader may show. */
export function PasswordField(props: PasswordInputProps) {
  const t = useText()
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t(texts.showPassword) }} {...props} />
}
