import type { Context } from '../kernel/context.ts'
import type { Route } from './route.ts'

export type Match<C extends Context> =
  | { kind: 'found'; route: Route<C>; params: Record<string, string> }
  | { kind: 'wrong_method'; allow: string[] }
  | { kind: 'unknown' }

export type RouteFinder<C extends Context> = (method: string, path: string) => Match<C>

interface Pattern<C extends Context> {
  route: Route<C>
  segments: string[]
}

/** Returns a function that finds the route of a request. Literal segments win over parameters; case matters. */
export function routeFinder<C extends Context>(routes: Route<C>[]): RouteFinder<C> {
  const patterns = routes.map((route) => ({ route, segments: route.path.split('/') }))
  const byLength = Map.groupBy(patterns, ({ segments }) => segments.length)
  return (method, path) => {
    const segments = path.split('/')
    return bestMatch(byLength.get(segments.length) ?? [], segments, method)
  }
}

function bestMatch<C extends Context>(patterns: Pattern<C>[], given: string[], method: string): Match<C> {
  const samePath = patterns.flatMap(({ route, segments }) => {
    const params = matchPath(segments, given)
    return params ? [{ route, params }] : []
  })
  const [best] = samePath.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)
  if (!best) return { kind: 'unknown' }
  const sameRoute = samePath.filter(({ route }) => route.path === best.route.path)
  const found = sameRoute.find(({ route }) => route.method === method.toLowerCase())
  if (found) return { kind: 'found', ...found }
  return { kind: 'wrong_method', allow: sameRoute.map(({ route }) => route.method.toUpperCase()) }
}

/** Returns the parameters of a path; undefined when it does not match. Both have the same number of segments. */
function matchPath(pattern: string[], segments: string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  for (const [index, wanted] of pattern.entries()) {
    const given = segments[index] ?? ''
    if (!wanted.startsWith(':')) {
      if (wanted !== given) return undefined
    } else if (given === '') {
      return undefined
    } else {
      params[wanted.slice(1)] = decoded(given)
    }
  }
  return params
}

/** Decodes percent-encoding. Returns a malformed segment unchanged: it matches no id, so the caller gets a 404. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
