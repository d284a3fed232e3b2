import { TextInput } from '@mantine/core'
import { IconBuildingStore, IconSelector } from '@tabler/icons-react'
import type { MerchantSelectProps } from './MerchantSelect.tsx'

/**
 * A button that looks like the closed `MerchantSelect`. The button replaces the select until the person's first input,
 * so that the first visit does not load the select.
 */
export function ClosedMerchantSelect({ label, options, value, isFocused }: MerchantSelectProps) {
  return (
    <TextInput
      role="combobox"
      aria-label={label}
      aria-expanded={false}
      aria-haspopup="listbox"
      readOnly
      value={options.find((option) => option.value === value)?.label ?? ''}
      leftSection={<IconBuildingStore size={16} aria-hidden />}
      rightSection={<IconSelector size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      onFocus={() => void (isFocused.current = true)}
      onBlur={() => void (isFocused.current = false)}
    />
  )
}
