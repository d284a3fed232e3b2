import { z } from 'zod'
import type { Clock } from '../kernel/clock.ts'
import { systemIds, type Ids } from '../kernel/ids.ts'
import type { Log } from '../kernel/log.ts'
import { NO_TRACING, type Tracing } from '../kernel/tracing/tracing.ts'
import { toReais } from '../kernel/values/money.ts'
import type { PixCredentials } from './credentials/watch-credentials.ts'
import { CallState } from './health/call-state.ts'
import { makeCircuitBreaker, type CircuitBreaker } from './health/circuit-breaker.ts'
import { withDeadline, type PixFetch } from './http-call.ts'
import { truncate, parseJson } from './json.ts'
import { networkCall, type CallNetwork, isAbsent, isOk } from './network-call.ts'
import type { Profile } from './profiles/profile.ts'
import { STANDARD } from './profiles/profiles.ts'
import {
  AMOUNT_CENTS_MAX,
  type FindOutcome,
  type IssueOutcome,
  type IssueRequest,
  type PixProvider,
  type RemoveOutcome,
} from './provider.ts'
import { readCob, type ReadCobOptions, readRefusal } from './read-cob.ts'
import { listReceived, listRemoved } from './list-page.ts'
import { findReturn, requestReturn } from './request-return.ts'
import { makeTokenSource } from './token.ts'

/**
 * The timeout of one operation, in milliseconds. This timeout must be below 10 s, the time for which a merchant's
 * repeated request waits for the first request.
 */
const TIMEOUT_MS = 5_000
const PAYER_NAME_CHARS_MAX = 200
const DESCRIPTION_CHARS_MAX = 140

export interface ApiPixSettings {
  /** The profile of the PSP. By default, the Central Bank's API Pix without deviations. */
  profile?: Profile
  /** The environment of the PSP; by default `production`. Some PSPs require other headers in their sandbox. */
  environment?: 'production' | 'sandbox'
  /** The application key, for PSPs that require one in each call except the token request. */
  appKey?: string | undefined
  /** Whether the service's callback route requires a client certificate. By default, false. */
  callbackMtls?: boolean
  /** The source of the correlation ids that some PSPs require. By default, `systemIds`. */
  ids?: Ids
  /** The base URL of the PSP's API Pix, including the version: `https://pix.psp.example/v2`. */
  baseUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  /**
   * Returns the current credentials; absent if the credentials cannot change while the process runs. See
   * `TokenSettings`.
   */
  credentials?: () => PixCredentials
  /** The Pix key (DICT) that receives every charge. */
  key: string
  clock: Clock
  fetch: PixFetch
  log: Log
  /** Records a span of each call. By default, no spans are recorded. */
  tracing?: Tracing
  /** The timeout of one operation, including its token request and its retry. */
  timeoutMs?: number
  breaker?: CircuitBreaker
  /** The object that stores the fault of each call. */
  state?: CallState
  /**
   * The name and the city for a BR Code that the adapter writes itself, because the PSP has sent no usable one. `name`
   * is used only if the merchant's name is unknown.
   */
  receiver?: { name: string; city: string }
}

/** Runs `work` with a function that calls the PSP, within the timeout of one operation. */
export type WithTimeout = <T>(
  work: (callNetwork: CallNetwork) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>

/** Returns a function that makes calls to a PSP with the PSP's profile, access token and circuit breaker. */
export function openCalls(settings: ApiPixSettings): WithTimeout {
  const { clock, timeoutMs = TIMEOUT_MS, profile = STANDARD } = settings
  const tools = {
    ...settings,
    baseUrl: settings.baseUrl.replace(/\/+$/, ''),
    breaker: settings.breaker ?? makeCircuitBreaker(clock, { credentials: settings.credentials }),
    state: settings.state ?? new CallState(clock),
    tracing: settings.tracing ?? NO_TRACING,
    token: makeTokenSource({ ...settings, profile, timeoutMs }),
    profile,
    environment: settings.environment ?? 'production',
    appKey: settings.appKey,
    ids: settings.ids ?? systemIds,
  }
  return (work, signal) =>
    withDeadline(clock, timeoutMs, (deadline) => work((call) => networkCall(tools, call, deadline)), signal)
}

/**
 * Creates the adapter for the Central Bank's API Pix 2.9. An ambiguous response becomes `unknown` or `unavailable`, so
 * an outcome never claims more than the PSP confirmed.
 */
export function makeApiPix(settings: ApiPixSettings): PixProvider {
  const { log, key, profile = STANDARD } = settings
  const reading = { profile, log }
  const receiver = settings.receiver ?? { name: 'PIX', city: 'BRASIL' }
  const withTimeout = openCalls(settings)
  const readOptions = (txid: string, merchantName: string): ReadCobOptions => {
    return { txid, merchantName, merchantCity: receiver.city, ...reading }
  }

  return {
    issue: (request) =>
      withTimeout((callNetwork) =>
        issue(callNetwork, { request, key, options: readOptions(request.txid, request.merchantName) }),
      ),
    find: (txid, signal) =>
      withTimeout((callNetwork) => find(callNetwork, readOptions(txid, receiver.name)), signal),
    remove: (txid) => withTimeout((callNetwork) => remove(callNetwork, txid)),
    listReceived: (window, signal) =>
      withTimeout((callNetwork) => listReceived(callNetwork, window, reading), signal),
    listRemoved: (window, signal) =>
      withTimeout((callNetwork) => listRemoved(callNetwork, window, reading), signal),
    requestReturn: (request) => withTimeout((callNetwork) => requestReturn(callNetwork, request, log)),
    findReturn: (name, signal) => withTimeout((callNetwork) => findReturn(callNetwork, name, log), signal),
    registerCallback: (url) =>
      withTimeout((callNetwork) =>
        registerCallback(callNetwork, {
          key,
          url,
          headers: settings.callbackMtls === true ? {} : profile.webhook.headersWithoutMtls,
        }),
      ),
  }
}

interface Issuance {
  request: IssueRequest
  key: string
  options: ReadCobOptions
}

async function issue(callNetwork: CallNetwork, issuance: Issuance): Promise<IssueOutcome> {
  const { request, options } = issuance
  if (request.amountCents > AMOUNT_CENTS_MAX) return { kind: 'refused', code: 'amount_over_limit' }
  const answer = await callNetwork({ ...cobOf(request.txid), method: 'PUT', body: cobBody(issuance) })
  if (answer.kind === 'unavailable') return answer
  if (answer.kind === 'lost') return { kind: 'unknown' }
  if (isOk(answer.status)) return readIssued(answer.text, issuance)
  if (answer.status !== 400 && answer.status !== 404) return { kind: 'unknown' }

  const code = answer.status === 400 ? readRefusal(answer.text, options.profile) : 'network_refused'
  options.log.warn({ txid: request.txid, status: answer.status, code }, 'pix: the network refused a charge')
  return code === 'network_refused' ? confirmRefusal(callNetwork, options) : { kind: 'refused', code }
}

/**
 * Returns `issued` if the charge in the response can be paid and has the requested amount. Otherwise returns `unknown`;
 * the caller must then call `find`.
 */
function readIssued(text: string | undefined, { request, options }: Issuance): IssueOutcome {
  const cob = readCob(text, options)
  if (!cob) return { kind: 'unknown' }
  if (cob.amountCents === request.amountCents && cob.status === 'ATIVA') return { kind: 'issued', cob }
  const { txid, status } = cob
  options.log.error(
    { txid, status },
    'pix: the response to PUT /cob has another amount or status than requested',
  )
  return { kind: 'unknown' }
}

/**
 * Checks a refusal with the code `network_refused`. Such a refusal may also mean that the charge exists and cannot be
 * changed. Thus returns `refused` only if the PSP does not know the charge, otherwise `unknown`.
 */
async function confirmRefusal(callNetwork: CallNetwork, options: ReadCobOptions): Promise<IssueOutcome> {
  const record = await callNetwork({ ...cobOf(options.txid), method: 'GET' })
  return isAbsent(record) ? { kind: 'refused', code: 'network_refused' } : { kind: 'unknown' }
}

async function find(callNetwork: CallNetwork, options: ReadCobOptions): Promise<FindOutcome> {
  const answer = await callNetwork({ ...cobOf(options.txid), method: 'GET' })
  if (isAbsent(answer)) return { kind: 'absent' }
  if (answer.kind !== 'answered' || !isOk(answer.status)) return { kind: 'unavailable' }
  const cob = readCob(answer.text, options)
  return cob ? { kind: 'found', cob } : { kind: 'unavailable' }
}

const Removed = z.object({ status: z.string() })

async function remove(callNetwork: CallNetwork, txid: string): Promise<RemoveOutcome> {
  // Send no member besides `status`, because the PSP would refuse a body with other members.
  const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
  const answer = await callNetwork({ ...cobOf(txid), method: 'PATCH', body })
  if (isAbsent(answer)) return { kind: 'absent' }
  if (answer.kind !== 'answered') return { kind: 'unavailable' }
  if (answer.status === 400 && answer.isFromApi) return { kind: 'not_removable' }
  if (!isOk(answer.status)) return { kind: 'unavailable' }
  const record = Removed.safeParse(parseJson(answer.text))
  if (!record.success) return { kind: 'unavailable' }
  return { kind: record.data.status.startsWith('REMOVIDA_') ? 'removed' : 'not_removable' }
}

async function registerCallback(
  callNetwork: CallNetwork,
  { key, url, headers }: { key: string; url: string; headers: Record<string, string> },
): Promise<boolean> {
  const answer = await callNetwork({
    method: 'PUT',
    resource: 'webhook',
    params: { chave: key },
    headers,
    body: { webhookUrl: url },
  })
  return answer.kind === 'answered' && isOk(answer.status)
}

function cobBody({ request, key }: Issuance): Record<string, unknown> {
  const { document, name } = request.payer
  const payerName = truncate(name, PAYER_NAME_CHARS_MAX)
  return {
    calendario: { expiracao: request.expiresInSeconds },
    // Distinguish by length: a CPF has 11 characters, a CNPJ 14.
    devedor:
      document.length === 11 ? { cpf: document, nome: payerName } : { cnpj: document, nome: payerName },
    valor: { original: toReais(request.amountCents) },
    chave: key,
    ...(request.description
      ? { solicitacaoPagador: truncate(request.description, DESCRIPTION_CHARS_MAX) }
      : {}),
  }
}

const cobOf = (txid: string) => ({ resource: 'cob', params: { txid } }) as const
