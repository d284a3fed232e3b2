import { Tooltip } from '@mantine/core'
import { useId, type ReactElement } from 'react'

/** The props that a disabled button gets instead of its `onClick`. */
interface DisabledProps {
  'aria-disabled': true
  'aria-describedby': string
  'data-disabled': true
}

/**
 * Wraps a button that is disabled while there is a `reason`. The disabled button stays focusable, shows the reason
 * on hover and focus, and exposes it to screen readers. `children` receives the props of the disabled button; null
 * when there is no reason.
 */
export function DisabledReason({
  reason,
  children,
}: {
  reason: string | null
  children: (disabledProps: DisabledProps | null) => ReactElement
}) {
  const id = useId()
  if (reason === null) return children(null)
  return (
    <>
      <Tooltip label={reason}>
        {children({ 'aria-disabled': true, 'aria-describedby': id, 'data-disabled': true })}
      </Tooltip>
      <span id={id} hidden>
        {reason}
      </span>
    </>
  )
}
