import { Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldProps } from './field-props.ts'

/** An option of a `ChoiceField`, with its effect. */
interface Choice<Name extends string> {
  value: Name
  label: string
  effect: ReactNode
}

/**
 * A field that selects one of a few values, and shows the effect of each. At first, the field has no selected value.
 */
export function ChoiceField<Name extends string>(
  props: FieldProps<Name | ''> & { label: string; choices: readonly Choice<Name>[] },
) {
  const { choices, 'data-path': path, ...field } = props
  return (
    <Radio.Group {...field}>
      <Stack gap="xs" mt={4}>
        {choices.map(({ value, label, effect }) => (
          <Radio key={value} value={value} label={label} description={effect} data-path={path} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
