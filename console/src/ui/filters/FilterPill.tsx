import { Button, Popover } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { common } from '../../lib/i18n/common.ts'
import classes from './FilterPill.module.css'
import { useText } from '../preferences.tsx'

/**
 * A filter of a list: a button that shows the value of the filter and opens the fields. `children` receives a
 * function that closes the fields.
 */
export function FilterPill(props: {
  name: string
  value: string | null
  /** The text of the filter while the filter has no value. */
  unset?: string | undefined
  /** Clears the filter; null for a filter that always has a value. */
  onClear: (() => void) | null
  children: (close: () => void) => ReactNode
}) {
  const t = useText()
  const [opened, setOpened] = useState(false)
  const isSet = props.value !== null
  return (
    <div className={classes.pill} data-set={isSet}>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        shadow="md"
        trapFocus
        returnFocus
        width="max-content"
      >
        <Popover.Target>
          <button type="button" className={classes.button} onClick={() => setOpened((was) => !was)}>
            <span>{props.name}</span>
            {isSet && <span className={classes.value}>{props.value}</span>}
            {!isSet && props.unset !== undefined && <span className="faint">{props.unset}</span>}
            {!isSet && <IconChevronDown size={14} aria-hidden />}
          </button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown}>
          {props.children(() => setOpened(false))}
        </Popover.Dropdown>
      </Popover>
      {isSet && props.onClear && (
        <button
          type="button"
          className={classes.clear}
          aria-label={`${t(common.clear)}: ${props.name}`}
          onClick={props.onClear}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </div>
  )
}

export function FilterActions({ onClear }: { onClear: () => void }) {
  const t = useText()
  return (
    <div className={classes.actions}>
      <Button type="button" variant="subtle" color="gray" size="xs" onClick={onClear}>
        {t(common.clear)}
      </Button>
      <Button type="submit" size="xs">
        {t(common.apply)}
      </Button>
    </div>
  )
}

export function FilterBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.bar} role="search" aria-label={label}>
      {children}
    </div>
  )
}
