import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * A visually hidden live region. Mount the region before its text changes; otherwise screen readers do not announce the
 * change.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return <VisuallyHidden role="status">{children}</VisuallyHidden>
}
