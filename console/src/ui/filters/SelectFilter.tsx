import { NativeSelect } from '@mantine/core'
import { common } from '../../lib/i18n/common.ts'
import type { Text } from '../../lib/text.ts'
import { useText } from '../preferences.tsx'

/** A filter with a list of values. The empty value selects all rows. */
export function SelectFilter(props: {
  name: string
  value: string | undefined
  /**
   * The label of the option for all values. In Portuguese, the gender of this label must match the name of the filter
   * («todos» or «todas»).
   */
  every?: Text
  data: { value: string; label: string }[]
  onChange: (value: string) => void
}) {
  const t = useText()
  const { name, value = '', every = common.all, data } = props
  // A value from the URL stays selected even if the options do not contain it.
  const unknown = value !== '' && data.every((one) => one.value !== value) ? [{ value, label: value }] : []
  return (
    <NativeSelect
      size="xs"
      maw="15rem"
      aria-label={name}
      value={value}
      onChange={(change) => props.onChange(change.currentTarget.value)}
      data={[{ value: '', label: `${name}: ${t(every)}` }, ...unknown, ...data]}
    />
  )
}
