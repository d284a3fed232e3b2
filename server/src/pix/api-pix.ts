import { z } from 'zod'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { toReais } from '../kernel/values/money.ts'
import { makeCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts'
import { withDeadline, type PixFetch } from './http-call.ts'
import { truncate, parseJson } from './json.ts'
import { networkCall, type CallNetwork } from './network-call.ts'
import type { FindOutcome, IssueOutcome, IssueRequest, PixProvider, RemoveOutcome } from './provider.ts'
import { readCob, type ReadCobOptions } from './read-cob.ts'
import { listReceived } from './list-received.ts'
import { listRemoved } from './list-removed.ts'
import { isAbsent, isFromApi, isOk, readRefusal } from './refusal.ts'
import { findReturn, requestReturn } from './request-return.ts'
import { makeTokenSource } from './token.ts'

/** Below the 10 s for which a merchant's repeated call waits. */
const TIMEOUT_MS = 5_000
/** The largest `valor.original` that API Pix can write: ten digits of reais. */
const AMOUNT_CENTS_MAX = 999_999_999_999n
const PAYER_NAME_CHARS_MAX = 200
const DESCRIPTION_CHARS_MAX = 140

export interface ApiPixSettings {
  /** Of the PSP's API Pix, with its version (`https://pix.psp.example/v2`). */
  baseUrl: string
  tokenUrl: string
  clientId: string
  clientSecret: string
  /** The receiving key (DICT) of every charge. */
  key: string
  clock: Clock
  fetch: PixFetch
  log: Log
  /** For one operation as a whole: its token and its repetition included. */
  timeoutMs?: number
  breaker?: CircuitBreaker
  /** What a BR Code written here says of the receiver where no merchant is known; its city in any case. */
  receiver?: { name: string; city: string }
}

/**
 * Speaks the Central Bank's API Pix 2.9 over `fetch`. Each answer means for a charge what `contract` section
 * 2 says; when in doubt the outcome is `unknown` or `unavailable`, never more than the network said.
 */
export function makeApiPix(settings: ApiPixSettings): PixProvider {
  const { clock, log, key, timeoutMs = TIMEOUT_MS } = settings
  const receiver = settings.receiver ?? { name: 'PIX', city: 'BRASIL' }
  const tools = {
    ...settings,
    baseUrl: settings.baseUrl.replace(/\/+$/, ''),
    breaker: settings.breaker ?? makeCircuitBreaker(clock),
    token: makeTokenSource({ ...settings, timeoutMs }),
  }
  const asking = <T>(work: (callNetwork: CallNetwork) => Promise<T>): Promise<T> =>
    withDeadline(clock, timeoutMs, (deadline) => work((call) => networkCall(tools, call, deadline)))
  const reading = (txid: string, merchantName: string): ReadCobOptions => {
    return { txid, merchantName, merchantCity: receiver.city, log }
  }

  return {
    issue: (request) =>
      asking((callNetwork) =>
        issue(callNetwork, { request, key, reading: reading(request.txid, request.merchantName) }),
      ),
    find: (txid) => asking((callNetwork) => find(callNetwork, reading(txid, receiver.name))),
    remove: (txid) => asking((callNetwork) => remove(callNetwork, txid)),
    listReceived: (window) => asking((callNetwork) => listReceived(callNetwork, window, log)),
    listRemoved: (window) => asking((callNetwork) => listRemoved(callNetwork, window, log)),
    requestReturn: (request) => asking((callNetwork) => requestReturn(callNetwork, request, log)),
    findReturn: (name) => asking((callNetwork) => findReturn(callNetwork, name, log)),
    registerCallback: (url) => asking((callNetwork) => registerCallback(callNetwork, key, url)),
  }
}

interface Issuance {
  request: IssueRequest
  key: string
  reading: ReadCobOptions
}

async function issue(callNetwork: CallNetwork, issuance: Issuance): Promise<IssueOutcome> {
  const { request, reading } = issuance
  if (request.amountCents > AMOUNT_CENTS_MAX) return { kind: 'refused', code: 'amount_over_limit' }
  const answer = await callNetwork({ method: 'PUT', path: cobPath(request.txid), body: cobBody(issuance) })
  if (answer.kind === 'unavailable') return answer
  if (answer.kind === 'lost') return { kind: 'unknown' }
  if (isOk(answer.status)) return readIssued(answer.text, issuance)
  if (answer.status !== 400 && answer.status !== 404) return { kind: 'unknown' }

  const code = answer.status === 400 ? readRefusal(answer.text) : 'network_refused'
  reading.log.warn({ txid: request.txid, status: answer.status, code }, 'pix: the network refused a charge')
  return code === 'network_refused' ? confirmRefusal(callNetwork, reading) : { kind: 'refused', code }
}

/**
 * The network's record has to be the charge that was asked for, and payable. Anything else `find` has to
 * clear up.
 */
function readIssued(text: string | undefined, { request, reading }: Issuance): IssueOutcome {
  const cob = readCob(text, reading)
  if (!cob) return { kind: 'unknown' }
  if (cob.amountCents === request.amountCents && cob.status === 'ATIVA') return { kind: 'issued', cob }
  const { txid, status } = cob
  reading.log.error({ txid, status }, 'pix: the network answered with another charge than the one asked for')
  return { kind: 'unknown' }
}

/**
 * A refusal that names no fault of the charge may mean «there is one already, and it is not to be altered»:
 * it counts only when the network has no record.
 */
async function confirmRefusal(callNetwork: CallNetwork, reading: ReadCobOptions): Promise<IssueOutcome> {
  const record = await callNetwork({ method: 'GET', path: cobPath(reading.txid) })
  return isAbsent(record) ? { kind: 'refused', code: 'network_refused' } : { kind: 'unknown' }
}

async function find(callNetwork: CallNetwork, reading: ReadCobOptions): Promise<FindOutcome> {
  const answer = await callNetwork({ method: 'GET', path: cobPath(reading.txid) })
  if (isAbsent(answer)) return { kind: 'absent' }
  if (answer.kind !== 'answered' || !isOk(answer.status)) return { kind: 'unavailable' }
  const cob = readCob(answer.text, reading)
  return cob ? { kind: 'found', cob } : { kind: 'unavailable' }
}

const Removed = z.object({ status: z.string() })

async function remove(callNetwork: CallNetwork, txid: string): Promise<RemoveOutcome> {
  // Alone in the body: with any other change the network refuses it.
  const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
  const answer = await callNetwork({ method: 'PATCH', path: cobPath(txid), body })
  if (isAbsent(answer)) return { kind: 'absent' }
  if (answer.kind !== 'answered') return { kind: 'unavailable' }
  if (answer.status === 400 && isFromApi(answer.text)) return { kind: 'not_removable' }
  if (!isOk(answer.status)) return { kind: 'unavailable' }
  const record = Removed.safeParse(parseJson(answer.text))
  if (!record.success) return { kind: 'unavailable' }
  return { kind: record.data.status.startsWith('REMOVIDA_') ? 'removed' : 'not_removable' }
}

async function registerCallback(callNetwork: CallNetwork, key: string, url: string): Promise<boolean> {
  const path = `/webhook/${encodeURIComponent(key)}`
  const answer = await callNetwork({ method: 'PUT', path, body: { webhookUrl: url } })
  return answer.kind === 'answered' && isOk(answer.status)
}

function cobBody({ request, key }: Issuance): Record<string, unknown> {
  const { document, name } = request.payer
  const payerName = truncate(name, PAYER_NAME_CHARS_MAX)
  return {
    calendario: { expiracao: request.expiresInSeconds },
    // A CPF has 11 digits; a CNPJ has 14 characters, letters among them since 2026.
    devedor:
      document.length === 11 ? { cpf: document, nome: payerName } : { cnpj: document, nome: payerName },
    valor: { original: toReais(request.amountCents) },
    chave: key,
    ...(request.description
      ? { solicitacaoPagador: truncate(request.description, DESCRIPTION_CHARS_MAX) }
      : {}),
  }
}

const cobPath = (txid: string): string => `/cob/${encodeURIComponent(txid)}`
