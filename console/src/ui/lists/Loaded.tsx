import type { ReactNode } from 'react'
import { Problem } from '../../lib/problem.ts'
import { ErrorPanel, FailedPage } from './ErrorPanel.tsx'
import { Card } from '../Page.tsx'

/** The members of a TanStack Query result that `Loaded` needs. */
export type QueryState<Data> = {
  data: Data | undefined
  error: unknown
  refetch: () => unknown
}

/**
 * Renders the skeleton until the first answer, then the content. If the first request fails, renders the error.
 * If a later refetch fails, the content stays.
 */
export function Loaded<Data>(props: {
  query: QueryState<Data>
  skeleton: ReactNode
  /** Wraps the error in a card. Set this option outside a section. */
  withCard?: boolean
  /** Set this option if the content is a full page, so that the error is also a full page. */
  fullPage?: boolean
  /** Names in the error page what could not be loaded. */
  subject?: string
  /** Replaces the error when the server answers `not_found`. */
  missing?: ReactNode
  children: (data: Data) => ReactNode
}) {
  const { query } = props
  if (query.data !== undefined) return props.children(query.data)
  if (query.error !== null) {
    const isMissing = query.error instanceof Problem && query.error.code === 'not_found'
    if (isMissing && props.missing !== undefined) return props.missing
    const failed = { error: query.error, onRetry: () => void query.refetch() }
    if (props.fullPage === true) return <FailedPage {...failed} subject={props.subject} />
    const panel = <ErrorPanel {...failed} />
    return props.withCard === true ? <Card flush>{panel}</Card> : panel
  }
  return props.skeleton
}
