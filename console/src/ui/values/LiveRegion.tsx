import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

/** Tells screen readers what others see. It stands in the page before it has anything to tell, so that it is heard. */
export function LiveRegion({ children }: { children: ReactNode }) {
  return <VisuallyHidden role="status">{children}</VisuallyHidden>
}
