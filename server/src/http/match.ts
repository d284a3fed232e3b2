import type { Context } from '../kernel/context.ts'
import type { Route } from './route.ts'

export type Match<C extends Context> =
  | { kind: 'found'; route: Route<C>; params: Record<string, string> }
  | { kind: 'wrong_method'; allow: string[] }
  | { kind: 'unknown' }

export type RouteFinder<C extends Context> = (method: string, path: string) => Match<C>

/**
 * Returns a function that finds the route of a request. A literal segment takes precedence over a parameter. Paths
 * are case-sensitive.
 */
export function routeFinder<C extends Context>(routes: Route<C>[]): RouteFinder<C> {
  const paths = Array.from(Map.groupBy(routes, ({ path }) => path))
    .toSorted(([a], [b]) => a.split(':').length - b.split(':').length)
    .map(([path, samePath]) => ({ pattern: patternOf(path), samePath }))
  return (method, path) => {
    for (const { pattern, samePath } of paths) {
      const found = pattern.exec(path)
      if (!found) continue
      const route = samePath.find((one) => one.method === method.toLowerCase())
      if (route) return { kind: 'found', route, params: paramsOf(found) }
      return { kind: 'wrong_method', allow: samePath.map((one) => one.method.toUpperCase()) }
    }
    return { kind: 'unknown' }
  }
}

/** Returns the pattern of a path: `/v1/pix/charges/:id` matches any segment in place of `:id`. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

const paramsOf = ({ groups }: RegExpExecArray): Record<string, string> =>
  Object.fromEntries(Object.entries(groups ?? {}).map(([name, segment]) => [name, decoded(segment)]))

/**
 * Decodes percent-encoding. Returns a malformed segment unchanged. A malformed segment is not a valid id, so the client
 * gets 404.
 */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
