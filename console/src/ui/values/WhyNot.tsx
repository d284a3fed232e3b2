import { Tooltip } from '@mantine/core'
import { useId, type ReactElement } from 'react'

/** What a button that may not be pressed has in place of its `onClick`. */
interface Barred {
  'aria-disabled': true
  'aria-describedby': string
  'data-disabled': true
}

/**
 * Around a button that may not be pressed now: it stays within reach and says why, on hover, on focus, and to screen
 * readers. `children` gets what the button has instead of an action; null when there is no `why`.
 */
export function WhyNot({
  why,
  children,
}: {
  why: string | null
  children: (barred: Barred | null) => ReactElement
}) {
  const id = useId()
  if (why === null) return children(null)
  return (
    <>
      <Tooltip label={why}>
        {children({ 'aria-disabled': true, 'aria-describedby': id, 'data-disabled': true })}
      </Tooltip>
      <span id={id} hidden>
        {why}
      </span>
    </>
  )
}
