import { hash } from 'node:crypto'
import { isUuid } from '../ids.ts'

/**
 * Returns the trace id of a correlation id: its 32 hexadecimal digits. Returns undefined for a text that is not a UUID.
 */
export const traceIdOf = (correlationId: string): string | undefined =>
  isUuid(correlationId) ? correlationId.replaceAll('-', '').toLowerCase() : undefined

/** Returns the id of the span about a subject, 16 hexadecimal digits. The id is the same in every process. */
export const spanIdOf = (subject: string): string => hash('sha256', subject, 'hex').slice(0, 16)
