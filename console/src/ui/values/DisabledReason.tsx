import { Tooltip } from '@mantine/core'
import { useId, type ReactElement } from 'react'
import classes from './DisabledReason.module.css'

/** The props that a disabled button gets instead of its `onClick`. */
interface DisabledProps {
  'aria-disabled': true
  'aria-describedby': string
  'data-disabled': true
}

/**
 * Wraps a button that is disabled while there is a `reason`. The disabled button stays focusable and exposes the reason
 * to screen readers. The reason is visible text below the button, because a phone shows no tooltip. With `inTooltip`,
 * the reason is a tooltip. `children` receives the props of the disabled button; null when there is no reason.
 */
export function DisabledReason({
  reason,
  inTooltip = false,
  children,
}: {
  reason: string | null
  inTooltip?: boolean
  children: (disabledProps: DisabledProps | null) => ReactElement
}) {
  const id = useId()
  if (reason === null) return children(null)
  const button = children({ 'aria-disabled': true, 'aria-describedby': id, 'data-disabled': true })
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
