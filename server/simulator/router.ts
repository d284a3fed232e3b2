import type { Call, Outcome, RoutedCall } from './calls.ts'
import type { FaultGroup } from './faults.ts'
import { Refusal } from './problems.ts'
import type { Scope } from './tokens.ts'

/** One method of one path. Path segments that start with a colon are parameters. */
export interface Route {
  method: string
  path: string
  /** The group of the route for faults; absent for control routes, which need no token and have no faults. */
  group?: FaultGroup
  scope?: Scope
  answer(call: RoutedCall): Outcome | Promise<Outcome>
}

interface Compiled {
  route: Route
  parts: readonly string[]
}

export interface Match {
  route: Route
  params: Readonly<Record<string, string>>
}

export class Router {
  readonly #bySize = new Map<number, Compiled[]>()

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const parts = route.path.split('/')
      this.#bySize.set(parts.length, [...(this.#bySize.get(parts.length) ?? []), { route, parts }])
    }
  }

  /**
   * Returns the route of a call.
   * @throws Refusal NaoEncontrado for an unknown path, MetodoNaoPermitido for the method.
   */
  find(call: Call): Match {
    const parts = call.path.split('/')
    let pathKnown = false
    for (const { route, parts: pattern } of this.#bySize.get(parts.length) ?? []) {
      const params = readParams(pattern, parts)
      if (params === undefined) continue
      if (route.method === call.method) return { route, params }
      pathKnown = true
    }
    throw new Refusal(pathKnown ? 'MetodoNaoPermitido' : 'NaoEncontrado')
  }
}

function readParams(
  pattern: readonly string[],
  parts: readonly string[],
): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  for (const [at, segment] of pattern.entries()) {
    const part = parts[at] ?? ''
    if (segment.startsWith(':') && part !== '') params[segment.slice(1)] = decoded(part)
    else if (segment !== part) return undefined
  }
  return params
}

/** Decodes a path segment. Returns a segment with invalid percent-encoding unchanged; it matches no record. */
function decoded(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
