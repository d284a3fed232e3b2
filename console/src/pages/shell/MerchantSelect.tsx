import { Select } from '@mantine/core'
import { IconBuildingStore, IconSelector } from '@tabler/icons-react'
import { useEffect, useRef, type RefObject } from 'react'
import { shell } from './texts.ts'
import { useText } from '../../ui/preferences.tsx'

const SHOWN_MAX = 50

export interface MerchantSelectProps {
  label: string
  options: { value: string; label: string }[]
  value: string
  /** Whether `ClosedMerchantSelect` has the focus. In this case, `MerchantSelect` takes over the focus. */
  isFocused: RefObject<boolean>
  onChange: (value: string | null) => void
}

/** Select that searches the names of all merchants. */
export function MerchantSelect({ label, options, value, isFocused, onChange }: MerchantSelectProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused.current) input.current?.select()
  }, [])
  return (
    <Select
      ref={input}
      aria-label={label}
      data={options}
      value={value}
      onChange={onChange}
      allowDeselect={false}
      searchable
      limit={SHOWN_MAX}
      nothingFoundMessage={t(shell.noMerchant)}
      leftSection={<IconBuildingStore size={16} aria-hidden />}
      rightSection={<IconSelector size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
