import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { common } from '../../lib/i18n/common.ts'
import type { Text } from '../../lib/text.ts'
import { parseInteger } from '../../lib/values/integer.ts'
import { useText } from '../preferences.tsx'
import type { FieldProps } from './field-props.ts'

const REASON_MAX = 500

type TextFieldProps = FieldProps<string> & { label: string; description?: ReactNode }

/** A field for the reason of an action. The server records the reason in the audit log. */
export function ReasonField(props: FieldProps<string>) {
  const t = useText()
  return <Textarea label={t(common.reason)} rows={3} maxLength={REASON_MAX} {...props} />
}

/** A field for an amount in reais. */
export function AmountField(props: TextFieldProps) {
  return <TextInput inputMode="decimal" leftSection="R$" autoComplete="off" {...props} />
}

/** A field for a percentage. */
export function PercentField(props: TextFieldProps) {
  return <TextInput inputMode="decimal" rightSection="%" autoComplete="off" {...props} />
}

/** A field for an integer. For any other text, the field shows an error even before the person submits the form. */
export function IntegerField({ error, ...props }: TextFieldProps) {
  const t = useText()
  const fault = parseInteger(props.value) === null && t(common.numberInvalid)
  return <TextInput inputMode="numeric" autoComplete="off" error={error ?? fault} {...props} />
}

/**
 * A field that selects one of several values. `names` lists the values and their names in display order. While no value
 * is selected, the field shows that a choice is missing.
 */
export function SelectField<Name extends string>(
  props: FieldProps<Name | ''> & {
    label: string
    description?: ReactNode
    names: Readonly<Record<Name, Text>>
  },
) {
  const t = useText()
  const { names, ...field } = props
  const missing = field.value === '' ? [{ value: '', label: t(common.choose), disabled: true }] : []
  return (
    <NativeSelect
      {...field}
      data={[...missing, ...Object.entries<Text>(names).map(([value, name]) => ({ value, label: t(name) }))]}
    />
  )
}
