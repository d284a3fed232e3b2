import type { ReactNode } from 'react'
import { Problem } from '../../lib/problem.ts'
import { ErrorPanel, FailedPage } from './ErrorPanel.tsx'
import { Card } from '../Page.tsx'

/** What a part of a page must know of a query: the shape TanStack Query's results have. */
export type QueryState<Data> = {
  data: Data | undefined
  error: unknown
  refetch: () => unknown
}

/**
 * Shows the skeleton until the first answer, the error when there is none, and the content otherwise. A later
 * failed refresh leaves the content standing.
 */
export function Loaded<Data>(props: {
  of: QueryState<Data>
  skeleton: ReactNode
  /** It stands on the bare page: an error brings its own ground. */
  withCard?: boolean
  /** It is the page: an error brings a title, too. */
  fullPage?: boolean
  /** Shown instead of the error when the server knows no such record. */
  missing?: ReactNode
  children: (data: Data) => ReactNode
}) {
  const { of: query } = props
  if (query.data !== undefined) return props.children(query.data)
  if (query.error !== null) {
    const isMissing = query.error instanceof Problem && query.error.code === 'not_found'
    if (isMissing && props.missing !== undefined) return props.missing
    const failed = { error: query.error, onRetry: () => void query.refetch() }
    if (props.fullPage === true) return <FailedPage {...failed} />
    const panel = <ErrorPanel {...failed} />
    return props.withCard === true ? <Card flush>{panel}</Card> : panel
  }
  return props.skeleton
}
