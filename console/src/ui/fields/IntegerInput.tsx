import { TextInput } from '@mantine/core'
import { merchants as texts } from '../../lib/i18n/finance/merchants.ts'
import { parseInteger } from '../../lib/values/integer.ts'
import { useText } from '../preferences.tsx'

/** A text field for an integer. Shows an error for any other text. */
export function IntegerInput(props: {
  label: string
  description?: string
  text: string
  onChange: (text: string) => void
}) {
  const t = useText()
  return (
    <TextInput
      label={props.label}
      description={props.description}
      inputMode="numeric"
      autoComplete="off"
      value={props.text}
      error={parseInteger(props.text) === null && t(texts.numberInvalid)}
      onChange={(change) => props.onChange(change.currentTarget.value)}
    />
  )
}
