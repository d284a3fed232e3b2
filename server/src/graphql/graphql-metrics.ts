import { Kind, parse } from 'graphql'
import { OTHER, REQUEST_BOUNDS } from '../kernel/metrics/http-metrics.ts'
import { histogram, OPEN } from '../kernel/metrics/metrics.ts'
import type { Operations } from './persisted-operations.ts'

export const GRAPHQL_OPERATIONS = histogram({
  name: 'pix_graphql_operation_duration_seconds',
  help: 'Duration of the GraphQL operations of the console.',
  labels: { graphql_operation_name: OPEN, outcome: ['ok', 'refused', 'failed'] },
  bounds: REQUEST_BOUNDS,
})

/**
 * Returns a function that maps the name of a console operation to itself, and any other name to `_OTHER`. In
 * development, clients may send operations with any name. Without this function, each name would become a label value.
 */
export function operationLabel(operations: Operations): (name: string | null | undefined) => string {
  const names = new Set(Array.from(operations.values()).flatMap(namesIn))
  return (name) => (name && names.has(name) ? name : OTHER)
}

const namesIn = (text: string): string[] =>
  parse(text).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.name ? [definition.name.value] : [],
  )
