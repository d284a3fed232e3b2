import { z } from 'zod'
import type { Context } from '../../kernel/context.ts'
import { UNKNOWN_FIELD } from '../../kernel/served-call.ts'
import type { Route } from '../route.ts'

type Schema = z.core.JSONSchema.BaseSchema

/** The paths that a fault may have but that are in no schema: the whole body, and a header. */
const OTHER_PATHS = ['body', 'Idempotency-Key']
/** A known path contains this text in place of an array index. */
const ITEM = '*'

/**
 * Replaces the names of fields and parameters that a route does not have. The request log must not contain such a name,
 * because a client may send any text as a name.
 */
export interface KnownFields {
  /** Returns the name of a query parameter if the route has it; otherwise `UNKNOWN_FIELD`. */
  parameter(name: string): string
  /** Returns the path of a fault if the route has the field; otherwise `UNKNOWN_FIELD`. */
  path(path: string): string
}

/** Returns the fields that a route has. Without a route, every field is unknown. */
export function knownFieldsOf<C extends Context>(route: Route<C> | undefined): KnownFields {
  const parameters = route ? pathsOf(route.query) : new Set<string>()
  const paths = new Set([...OTHER_PATHS, ...parameters, ...(route ? pathsOf(route.body) : [])])
  return {
    parameter: (name) => (parameters.has(name) ? name : UNKNOWN_FIELD),
    path: (path) => (paths.has(patternOf(path)) ? path : UNKNOWN_FIELD),
  }
}

const patternOf = (path: string): string =>
  path
    .split('.')
    .map((part) => (/^\d{1,5}$/.test(part) ? ITEM : part))
    .join('.')

function pathsOf(schema: z.ZodType): Set<string> {
  const paths = new Set<string>()
  addPaths(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), [], paths)
  return paths
}

function addPaths(schema: Schema | boolean | undefined, path: readonly string[], paths: Set<string>): void {
  if (typeof schema !== 'object') return
  if (path.length > 0) paths.add(path.join('.'))
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    addPaths(property, [...path, name], paths)
  const items = Array.isArray(schema.items) ? schema.items : [schema.items]
  for (const item of items) addPaths(item, [...path, ITEM], paths)
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    addPaths(part, path, paths)
}
