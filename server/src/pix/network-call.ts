import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { CircuitBreaker, Health } from './circuit-breaker.ts'
import { httpCall, type Deadline, type HttpOutcome, type PixFetch, type PixRequestInit } from './http-call.ts'
import type { TokenSource } from './token.ts'

export interface NetworkCall {
  method: PixRequestInit['method']
  /** Below the base URL, percent-encoded, with its query. */
  path: string
  body?: Record<string, unknown>
}

export type NetworkAnswer =
  /** Any status but those that mean «not now»; see HttpOutcome for `text`. */
  | { kind: 'answered'; status: number; text: string | undefined }
  /** Certain that the network did nothing. */
  | { kind: 'unavailable' }
  /** The network may have done it. */
  | { kind: 'lost' }

/** One call of the network, within the deadline of the operation that makes it. */
export type CallNetwork = (call: NetworkCall) => Promise<NetworkAnswer>

export interface NetworkCallTools {
  /** Without a slash at its end. */
  baseUrl: string
  clock: Clock
  fetch: PixFetch
  log: Log
  token: TokenSource
  breaker: CircuitBreaker
}

/** Statuses by which API Pix says that it did nothing: no access, too many calls, out of service. */
const DID_NOTHING = new Set([401, 403, 429, 503])

/**
 * One call of API Pix with the access token, behind the breaker. A token that the API refuses (401) is
 * renewed and the call repeated, once; both within the deadline. Never throws for what the network may do.
 */
export async function networkCall(
  tools: NetworkCallTools,
  call: NetworkCall,
  deadline: Deadline,
): Promise<NetworkAnswer> {
  const { breaker, log } = tools
  if (!breaker.admits()) return { kind: 'unavailable' }
  let health: Health = 'unsure'
  try {
    const outcome = await withToken(tools, call, deadline)
    health = healthOf(outcome)
    const status = outcome.kind === 'answered' ? outcome.status : undefined
    if (outcome.kind !== 'answered' || outcome.status >= 500 || DID_NOTHING.has(outcome.status)) {
      log.warn(
        { call: nameOf(call), outcome: outcome.kind, status },
        'pix: the network did not answer as hoped',
      )
    }
    if (outcome.kind === 'answered' && !DID_NOTHING.has(outcome.status)) return outcome
    return { kind: outcome.kind === 'lost' ? 'lost' : 'unavailable' }
  } finally {
    breaker.report(health)
  }
}

async function withToken(
  tools: NetworkCallTools,
  call: NetworkCall,
  deadline: Deadline,
): Promise<HttpOutcome> {
  const token = await tools.token.get(deadline)
  if (token === undefined) return { kind: 'not_sent' }
  const outcome = await send(tools, call, deadline, token)
  if (outcome.kind !== 'answered' || outcome.status !== 401) return outcome

  tools.token.drop(token)
  const renewed = await tools.token.get(deadline)
  return renewed === undefined ? outcome : send(tools, call, deadline, renewed)
}

function send(tools: NetworkCallTools, call: NetworkCall, deadline: Deadline, token: string) {
  return httpCall(
    tools.fetch,
    {
      method: call.method,
      url: tools.baseUrl + call.path,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, application/problem+json',
        ...(call.body ? { 'content-type': 'application/json' } : {}),
      },
      ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    },
    deadline,
  )
}

/** Whether the network is there at all: an answer of any other kind shows that it is. */
function healthOf(outcome: HttpOutcome): Health {
  if (outcome.kind === 'not_sent') return 'down'
  if (outcome.kind === 'lost') return 'unsure'
  return outcome.status === 503 || outcome.status === 429 ? 'down' : 'up'
}

/** `PUT /cob`: the path's first step alone, since the rest may name a key or a charge. */
const nameOf = (call: NetworkCall): string => `${call.method} /${call.path.split(/[/?]/)[1] ?? ''}`
