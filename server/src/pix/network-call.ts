import type { Clock } from '../kernel/clock.ts'
import { currentCorrelationId } from '../kernel/correlation.ts'
import type { Log } from '../kernel/log.ts'
import type { Span, Tracing } from '../kernel/tracing/tracing.ts'
import { describeTlsFault, type TlsProblem } from './credentials/tls-fault.ts'
import type { PixCredentials } from './credentials/watch-credentials.ts'
import type { CallFault, CallState } from './health/call-state.ts'
import type { CircuitBreaker, Health } from './health/circuit-breaker.ts'
import type { Ids } from '../kernel/ids.ts'
import { httpCall, type Deadline, type HttpOutcome, type PixFetch, type PixRequestInit } from './http-call.ts'
import { isJsonObject, parseJson } from './json.ts'
import type { Profile } from './profiles/profile.ts'
import { isFromGateway } from './profiles/read-body.ts'
import {
  baseUrlOf,
  headersOf,
  nameOf,
  pathOf,
  scopeOf,
  type ResourceName,
  withFixedQuery,
  type CallValues,
} from './profiles/request-parts.ts'
import type { TokenSource } from './token.ts'

export interface NetworkCall {
  method: PixRequestInit['method']
  resource: ResourceName
  /** The parameters of the resource's path, not encoded. */
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Record<string, unknown>
}

export type NetworkAnswer =
  /**
   * The PSP answered, with any status except those in NOT_EXECUTED. `text` has the meaning that HttpOutcome describes.
   */
  | {
      kind: 'answered'
      status: number
      text: string | undefined
      /**
       * Whether the body comes from API Pix. Such a body is a JSON object or empty. An HTML page comes from a proxy or
       * firewall, and some PSPs have a gateway with its own errors. An HTML page and an error of a gateway say nothing
       * about the charge.
       */
      isFromApi: boolean
    }
  /** The PSP did not execute the call. */
  | { kind: 'unavailable' }
  /** The PSP may have executed the call. */
  | { kind: 'lost' }

/** A function that calls the PSP within the deadline of the current operation. */
export type CallNetwork = (call: NetworkCall) => Promise<NetworkAnswer>

export interface NetworkCallTools {
  profile: Profile
  environment: 'production' | 'sandbox'
  clientId: string
  /** Returns the current credentials. If absent, `clientId` is used for every call. */
  credentials?: () => PixCredentials
  /** The application key of the account, for PSPs that require one in each call except the token request. */
  appKey: string | undefined
  ids: Ids
  /** The base URL of API Pix, without a trailing slash. */
  baseUrl: string
  clock: Clock
  fetch: PixFetch
  log: Log
  tracing: Tracing
  token: TokenSource
  breaker: CircuitBreaker
  state: CallState
}

/** With these statuses, API Pix reports that it did not execute the call: no access, rate limit, out of service. */
const NOT_EXECUTED = new Set([401, 403, 429, 503])

/**
 * Calls API Pix with the access token, through the circuit breaker. When API Pix answers 401, renews the token and
 * retries once, within the same deadline. Never throws for a network error.
 */
export async function networkCall(
  tools: NetworkCallTools,
  call: NetworkCall,
  deadline: Deadline,
): Promise<NetworkAnswer> {
  const { breaker, log } = tools
  if (!breaker.allows()) return { kind: 'unavailable' }
  const span = startSpan(tools, call)
  let health: Health = 'unsure'
  try {
    const outcome = await withToken(tools, call, deadline)
    const tlsFault = outcome === 'scope_missing' ? undefined : tlsFaultOf(tools, outcome)
    if (outcome !== 'scope_missing') {
      health = tlsFault === undefined ? healthOf(outcome) : 'blocked'
      tools.state.report(faultOf(tools, outcome, tlsFault))
    }
    endSpan(span, outcome)
    if (outcome === 'scope_missing') {
      log.warn(
        { call: nameOf(call), scope: scopeOf(call) },
        'pix: the call needs a scope that was not granted',
      )
      return { kind: 'unavailable' }
    }
    const status = outcome.kind === 'answered' ? outcome.status : undefined
    if (outcome.kind !== 'answered' || outcome.status >= 500 || NOT_EXECUTED.has(outcome.status)) {
      log.warn(
        { call: nameOf(call), outcome: outcome.kind, status, reason: tlsFault?.text },
        'pix: the call failed: no response, an error status or no access',
      )
    }
    if (outcome.kind === 'answered' && !NOT_EXECUTED.has(outcome.status))
      return { ...outcome, isFromApi: isFromApi(tools.profile, outcome.text) }
    return { kind: outcome.kind === 'lost' ? 'lost' : 'unavailable' }
  } finally {
    breaker.report(health)
  }
}

/**
 * Starts the trace span of a call, which includes its token request and its retry. The request to the PSP contains no
 * trace id, because these ids are internal and no PSP uses them. Returns undefined if the trace is not recorded.
 */
function startSpan({ tracing, baseUrl }: NetworkCallTools, call: NetworkCall): Span | undefined {
  const correlationId = currentCorrelationId()
  if (correlationId === undefined || !tracing.samples(correlationId)) return undefined
  return tracing.start(correlationId, {
    name: nameOf(call),
    kind: 'client',
    attributes: { 'http.request.method': call.method, 'server.address': new URL(baseUrl).hostname },
  })
}

function endSpan(span: Span | undefined, outcome: HttpOutcome | 'scope_missing'): void {
  if (outcome === 'scope_missing') return span?.end({ error: outcome })
  if (outcome.kind !== 'answered') return span?.end({ error: outcome.kind })
  const { status } = outcome
  span?.end({
    attributes: { 'http.response.status_code': status },
    ...(status >= 400 ? { error: String(status) } : {}),
  })
}

async function withToken(
  tools: NetworkCallTools,
  call: NetworkCall,
  deadline: Deadline,
): Promise<HttpOutcome | 'scope_missing'> {
  const token = await tools.token.get(deadline)
  if (token === undefined) return { kind: 'not_sent' }
  if (tools.token.lacks(scopeOf(call))) return 'scope_missing'
  const outcome = await send(tools, call, deadline, token)
  if (outcome.kind !== 'answered' || outcome.status !== 401) return outcome

  tools.token.drop(token)
  const renewed = await tools.token.get(deadline)
  return renewed === undefined ? outcome : send(tools, call, deadline, renewed)
}

function send(tools: NetworkCallTools, call: NetworkCall, deadline: Deadline, token: string) {
  const { profile } = tools
  const values: CallValues = {
    clientId: tools.credentials?.().client.clientId ?? tools.clientId,
    appKey: tools.appKey,
    accessToken: token,
    correlationId: tools.ids.uuid(tools.clock.now()),
  }
  const query = new URLSearchParams(call.query).toString()
  const path = pathOf(profile, call.resource, call.params) + (query === '' ? '' : `?${query}`)
  return httpCall(
    tools.fetch,
    {
      method: call.method,
      url: baseUrlOf(profile, call.resource, tools.baseUrl) + withFixedQuery(profile, path, values),
      headers: {
        ...headersOf(profile, tools.environment, values),
        ...call.headers,
        authorization: `Bearer ${token}`,
        accept: 'application/json, application/problem+json',
        ...(call.body ? { 'content-type': 'application/json' } : {}),
      },
      ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    },
    deadline,
  )
}

/** Returns why certificates prevented a call or its token request; undefined without such a cause. */
function tlsFaultOf({ profile, token, credentials, clock }: NetworkCallTools, outcome: HttpOutcome) {
  const fault = outcome.kind === 'not_sent' ? token.fault() : undefined
  if (typeof fault === 'object') return fault
  const isAccessRefused = outcome.kind === 'answered' && refusesAccess(profile, outcome)
  return describeTlsFault({ ...outcome, isAccessRefused }, credentials?.(), clock.now())
}

/** Returns whether an answer refuses the access of the service, and not the content of the call. */
const refusesAccess = (profile: Profile, { status, text }: { status: number; text: string | undefined }) =>
  status === 401 || status === 403 || (status === 400 && !isFromApi(profile, text))

/** Returns why a call failed; undefined if the PSP executed it, or refused it because of its content. */
function faultOf(
  { token }: NetworkCallTools,
  outcome: HttpOutcome,
  tlsFault: TlsProblem | undefined,
): CallFault | undefined {
  if (tlsFault) return tlsFault.kind
  if (outcome.kind !== 'answered') {
    return outcome.kind === 'not_sent' && token.fault() === 'refused' ? 'token_refused' : 'no_answer'
  }
  const { status } = outcome
  if (status === 401 || status === 403) return 'access_refused'
  if (status === 429 || status === 503) return 'overloaded'
  return status >= 500 ? 'error_status' : undefined
}

/**
 * Returns what the outcome of a call reports to the circuit breaker. The breaker counts only calls that were certainly
 * not executed: calls not sent, and the answers 429 and 503. Any other answer, even a 500, shows that the API is up, so
 * the count starts again. A lost call does not change the count.
 */
function healthOf(outcome: HttpOutcome): Health {
  if (outcome.kind === 'not_sent') return 'down'
  if (outcome.kind === 'lost') return 'unsure'
  return outcome.status === 503 || outcome.status === 429 ? 'down' : 'up'
}

/** Returns whether a body comes from API Pix. See `NetworkAnswer`. */
export function isFromApi(profile: Profile, text: string | undefined): boolean {
  if (text?.trim() === '') return true
  const body = parseJson(text)
  return isJsonObject(body) && !isFromGateway(profile, body)
}

export const isOk = (status: number): boolean => status >= 200 && status <= 299

/** Returns whether API Pix, and not a proxy, reports that the requested record does not exist. */
export const isAbsent = (answer: NetworkAnswer): boolean =>
  answer.kind === 'answered' && (answer.status === 404 || answer.status === 410) && answer.isFromApi
