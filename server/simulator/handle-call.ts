import type { Call, Outcome, RoutedCall } from './calls.ts'
import type { Dialect } from './dialects/dialect.ts'
import {
  checkDialect,
  limitPage,
  readDialect,
  refusalAnswer,
  translate,
  type SpokenCall,
} from './dialects/speak.ts'
import { SLOW_MS, type Fault } from './faults.ts'
import type { Parts } from './parts.ts'
import { Refusal } from './problems.ts'
import type { Match, Router } from './router.ts'
import type { Tokens } from './tokens.ts'

export interface HandlerDeps {
  parts: Parts
  router: Router
  tokens: Tokens
  /** The dialect of calls whose path names no dialect. */
  dialect: Dialect
  dialects: Readonly<Record<string, Dialect>>
  /** The number of calls to API Pix so far, by method and route group, such as `PUT cob`. */
  totals: Map<string, number>
}

/** Counts a call, applies an injected fault, checks its token and runs its route. Never rejects. */
export async function handleCall(deps: HandlerDeps, received: Call): Promise<Outcome> {
  let { dialect } = deps
  try {
    const spoken = readDialect(received, dialect, deps.dialects)
    dialect = spoken.dialect
    const { call } = spoken
    const match = deps.router.find(call)
    const { group } = match.route
    if (group === undefined) return await match.route.answer(routed(spoken, match, undefined))
    count(deps, call, match)
    const fault = deps.parts.faults.take(group, call.method)
    return await applyFault(fault, deps.parts, () => authorizeAndAnswer(deps, spoken, match, fault))
  } catch (error) {
    return refusalAnswer(dialect, refusalOf(error))
  }
}

async function applyFault(
  fault: Fault | undefined,
  parts: Parts,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  switch (fault?.mode) {
    case 'refuse':
    case 'http_503':
      throw new Refusal('ServicoIndisponivel')
    case 'http_401':
      throw new Refusal('NaoAutorizado')
    case 'http_403':
      throw new Refusal('AcessoNegado')
    case 'http_500':
      throw new Refusal('ErroInternoDoServidor')
    case 'timeout_before':
      return 'no_answer'
    case 'timeout_after':
      await work()
      return 'no_answer'
    case 'drop':
      await work()
      return 'connection_closed'
    case 'slow':
      await parts.clock.sleep(fault.delayMs ?? SLOW_MS, parts.signal)
      return work()
    default:
      return work()
  }
}

/** Checks the token and the dialect, then runs the route. Converts a thrown refusal into an answer. */
async function authorizeAndAnswer(
  deps: HandlerDeps,
  spoken: SpokenCall,
  match: Match,
  fault: Fault | undefined,
): Promise<Outcome> {
  const { call, dialect } = spoken
  const { scope } = match.route
  try {
    if (scope !== undefined) checkDialect(spoken, match, deps.tokens.check(call.authorization, scope))
    return translate(dialect, match, call.method, await match.route.answer(routed(spoken, match, fault)))
  } catch (error) {
    return refusalAnswer(dialect, refusalOf(error))
  }
}

function count(deps: HandlerDeps, call: Call, { route, params }: Match): void {
  const name = `${call.method} ${route.group ?? ''}`
  deps.totals.set(name, (deps.totals.get(name) ?? 0) + 1)
  const { txid } = params
  if (txid !== undefined) deps.parts.state.countCall(txid, call.method)
}

const routed = ({ call, dialect }: SpokenCall, match: Match, fault: Fault | undefined): RoutedCall => ({
  ...limitPage(dialect, call),
  dialect,
  fault,
  param: (name) => match.params[name] ?? '',
})

const refusalOf = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal('ErroInternoDoServidor')
