import { TextInput } from '@mantine/core'
import { merchants as texts } from '../../lib/i18n/finance/merchants.ts'
import { parseWhole } from '../../lib/values/whole.ts'
import { useText } from '../preferences.tsx'

/** The field of a whole number, which says so when it does not hold one. */
export function WholeInput(props: {
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
      error={parseWhole(props.text) === null && t(texts.numberInvalid)}
      onChange={(change) => props.onChange(change.currentTarget.value)}
    />
  )
}
