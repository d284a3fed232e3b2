import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { common as texts } from '../../lib/i18n/common.ts'
import { useText } from '../preferences.tsx'

/** A password field with a button that shows the typed password. */
export function PasswordField(props: PasswordInputProps) {
  const t = useText()
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t(texts.showPassword) }} {...props} />
}
