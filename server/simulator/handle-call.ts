import { problemAnswer, type Call, type Outcome, type RoutedCall } from './calls.ts'
import { SLOW_MS, type Fault } from './faults.ts'
import type { Parts } from './parts.ts'
import { Refusal } from './problems.ts'
import type { Match, Router } from './router.ts'
import type { Tokens } from './tokens.ts'

export interface HandlerDeps {
  parts: Parts
  router: Router
  tokens: Tokens
  /** The number of calls, by method and group. */
  totals: Map<string, number>
}

/** Counts a call, applies an injected fault, checks its token and runs its route. Never rejects. */
export async function handleCall(deps: HandlerDeps, call: Call): Promise<Outcome> {
  try {
    const match = deps.router.find(call)
    const { group } = match.route
    if (group === undefined) return match.route.answer(routed(call, match, undefined))
    count(deps, call, match)
    const fault = deps.parts.faults.take(group, call.method)
    return await applyFault(fault, deps.parts, () =>
      authorizeAndAnswer(deps, routed(call, match, fault), match),
    )
  } catch (error) {
    return problemAnswer(refusalOf(error))
  }
}

async function applyFault(fault: Fault | undefined, parts: Parts, work: () => Outcome): Promise<Outcome> {
  switch (fault?.mode) {
    case 'refuse':
    case 'http_503':
      throw new Refusal('ServicoIndisponivel')
    case 'http_500':
      throw new Refusal('ErroInternoDoServidor')
    case 'timeout_before':
      return 'no_answer'
    case 'timeout_after':
      work()
      return 'no_answer'
    case 'drop':
      work()
      return 'connection_closed'
    case 'slow':
      await parts.clock.sleep(fault.delayMs ?? SLOW_MS, parts.signal)
      return work()
    default:
      return work()
  }
}

/** Checks the token, then runs the route. Converts a thrown refusal into an answer. */
function authorizeAndAnswer(deps: HandlerDeps, call: RoutedCall, match: Match): Outcome {
  try {
    if (match.route.scope !== undefined) deps.tokens.check(call.authorization, match.route.scope)
    return match.route.answer(call)
  } catch (error) {
    return problemAnswer(refusalOf(error))
  }
}

function count(deps: HandlerDeps, call: Call, { route, params }: Match): void {
  const name = `${call.method} ${route.group ?? ''}`
  deps.totals.set(name, (deps.totals.get(name) ?? 0) + 1)
  const { txid } = params
  if (txid !== undefined) deps.parts.state.countCall(txid, call.method)
}

const routed = (call: Call, match: Match, fault: Fault | undefined): RoutedCall => ({
  ...call,
  fault,
  param: (name) => match.params[name] ?? '',
})

const refusalOf = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal('ErroInternoDoServidor')
