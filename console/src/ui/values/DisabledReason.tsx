import { Tooltip } from '@mantine/core'
import { useId, type ReactElement } from 'react'

/** What a button that may not be pressed has in place of its `onClick`. */
interface DisabledProps {
  'aria-disabled': true
  'aria-describedby': string
  'data-disabled': true
}

/**
 * AdjacentRows a button that may not be pressed now: it stays within reach and says reason, on hover, on focus, and to screen
 * readers. `children` gets what the button has instead of an action; null when there is no `reason`.
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
