import { Tooltip } from '@mantine/core'
import { useId, type ReactElement } from 'react'
import { useRowEntry } from './ButtonRow.tsx'
import classes from './DisabledReason.module.css'
import { rowReason } from './row-reason.ts'

/** The props that a disabled button gets instead of its `onClick`. */
interface DisabledProps {
  'aria-disabled': true
  'aria-describedby': string
  'data-disabled': true
}

/**
 * Wraps a button that is disabled while there is a `reason`. The disabled button stays focusable and exposes the reason
 * to screen readers. The reason is visible text below the button or below the `ButtonRow` around it, because a phone
 * shows no tooltip. With `inTooltip`, the reason is a tooltip. `children` receives the props of the disabled button;
 * null when there is no reason.
 */
export function DisabledReason({
  reason,
  label = '',
  inTooltip = false,
  children,
}: {
  reason: string | null
  /** The text of the button. */
  label?: string
  inTooltip?: boolean
  children: (disabledProps: DisabledProps | null) => ReactElement
}) {
  const id = useId()
  const entries = useRowEntry({ id, label, reason: inTooltip ? null : reason })
  if (reason === null) return children(null)
  const listed = inTooltip || entries === null ? null : rowReason(entries, reason)
  const button = children({
    'aria-disabled': true,
    'aria-describedby': listed?.id ?? id,
    'data-disabled': true,
  })
  if (listed)
    return (
      <>
        {button}
        {listed.id === id && (
          <span className={classes.rowReason}>
            {listed.names}
            <span id={id}>{reason}</span>
          </span>
        )}
      </>
    )
  if (!inTooltip)
    return (
      <span className={classes.stack} data-disabled-reason>
        {button}
        <span id={id} className={classes.reason}>
          {reason}
        </span>
      </span>
    )
  return (
    <>
      <Tooltip label={reason}>{button}</Tooltip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  )
}
