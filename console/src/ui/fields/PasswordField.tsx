import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { authentication as texts } from '../../lib/i18n/people/authentication.ts'
import { useText } from '../preferences.tsx'

/** A password field with a button that shows the text. */
export function PasswordField(props: PasswordInputProps) {
  const t = useText()
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t(texts.showPassword) }} {...props} />
}
