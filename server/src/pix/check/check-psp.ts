import { plusMs } from '../../kernel/clock.ts'
import { systemIds } from '../../kernel/ids.ts'
import { firstEndOf } from '../../kernel/settings/certificate-ends.ts'
import type { ApiPixSettings } from '../api-pix.ts'
import { readCob, readRefusal } from '../read-cob.ts'
import { readReturn } from '../read-pix.ts'
import { METHOD_OF, type Profile } from '../profiles/profile.ts'
import { formatTime } from '../profiles/request-parts.ts'
import { withStandardNames } from '../profiles/read-body.ts'
import { CheckCalls, type CheckAnswer, type CheckRow } from './check-call.ts'

const DAY_MS = 86_400_000
/** The charge of the check: R$ 0,01 for ten minutes, without a payer. */
const AMOUNT = '0.01'
const EXPIRES_IN_SECONDS = 600

export interface CheckOptions {
  /** The callback URL that the check registers. By default, the check registers the current URL again. */
  callbackUrl?: string | undefined
  /**
   * The end-to-end id of a received Pix of which R$ 0,01 is returned. Without this id, the check requests no return.
   */
  returnOf?: string | undefined
}

/** The result of a check. With the time and the txid, the PSP finds the calls in its log. */
export interface CheckReport {
  startedAt: Date
  /** The txid of the charge of the check. */
  txid: string
  rows: CheckRow[]
}

/**
 * Checks that an account at a PSP behaves as its profile says. Creates and removes a charge of R$ 0,01, and calls the
 * other operations that the service needs. Requests a return only with `returnOf`, and registers the callback URL only
 * if there is one.
 */
export async function checkPsp(settings: ApiPixSettings, options: CheckOptions): Promise<CheckReport> {
  const startedAt = settings.clock.now()
  const txid = (settings.ids ?? systemIds).uuid(startedAt).replaceAll('-', '')
  return { startedAt, txid, rows: await checkSteps(settings, options, { now: startedAt, txid }) }
}

async function checkSteps(
  settings: ApiPixSettings,
  options: CheckOptions,
  { now, txid }: { now: Date; txid: string },
): Promise<CheckRow[]> {
  const calls = new CheckCalls(settings)
  const ids = settings.ids ?? systemIds
  const id = ids.uuid(now).replaceAll('-', '').slice(0, 32)
  const first = await createCharge(calls, settings, txid)
  const rows = [checkCertificate(settings, calls.profile), tokenRow(calls)]
  if (calls.token === undefined || calls.token.status >= 300) return rows
  rows.push(first, ...(await followCharge(calls, settings, txid)))
  rows.push(await findUnknown(calls, ids.uuid(now).replaceAll('-', '')))
  rows.push(...(await checkLists(calls, now)))
  rows.push(...(await checkWebhook(calls, settings, options.callbackUrl)))
  rows.push(...(await checkReturn(calls, settings, { endToEndId: options.returnOf, id })))
  return rows
}

/** Checks the client certificate of the account without a call. */
function checkCertificate({ credentials, clock, environment }: ApiPixSettings, profile: Profile): CheckRow {
  const cert = credentials?.().tls.cert
  const row = { step: 'client certificate', status: undefined }
  const needs = {
    none: 'no call needs one',
    calls: 'each call except the token request needs one',
    token_and_calls: 'the token request and each call need one',
  }
  if (cert === undefined) {
    const isMissing = profile.clientCertificate !== 'none' && environment !== 'sandbox'
    return {
      ...row,
      result: isMissing ? 'deviates' : 'skipped',
      notes: ['none is set', `the profile says: ${needs[profile.clientCertificate]}`],
    }
  }
  const endsAt = firstEndOf(cert)
  const isExpired = endsAt !== undefined && endsAt <= clock.now()
  const verb = isExpired ? 'expired at' : 'expires at'
  const notes = endsAt === undefined ? [] : [`${verb} ${endsAt.toISOString()}`]
  return { ...row, result: isExpired ? 'fails' : 'holds', notes }
}

function tokenRow({ token, profile }: CheckCalls): CheckRow {
  const row = { step: 'request a token', status: token?.status, ...(token ? { ms: token.ms } : {}) }
  if (token?.status !== 200 && token?.status !== 201)
    return { ...row, result: 'fails', notes: ['no access token: check the credentials and the profile'] }
  const notes = profile.token.grantsFewerScopes ? ['the PSP may grant fewer scopes'] : []
  return { ...row, result: 'holds', notes }
}

const cobOf = (txid: string) => ({ resource: 'cob', params: { txid } }) as const

async function createCharge(calls: CheckCalls, settings: ApiPixSettings, txid: string): Promise<CheckRow> {
  const answer = await calls.call('issue', {
    ...cobOf(txid),
    method: 'PUT',
    body: {
      calendario: { expiracao: EXPIRES_IN_SECONDS },
      valor: { original: AMOUNT },
      chave: settings.key,
    },
  })
  const row = calls.row('create a charge', answer, cobFaults(calls, settings, txid, answer))
  return answer.status === 400
    ? { ...row, notes: [...row.notes, `read as ${readRefusal(answer.text, calls.profile)}`] }
    : row
}

/** Returns the faults of the record of a charge: missing members, by name only. */
function cobFaults(calls: CheckCalls, settings: ApiPixSettings, txid: string, answer: CheckAnswer): string[] {
  const { profile } = calls
  const cob = readCob(answer.text, {
    txid,
    merchantName: 'Homologacao',
    merchantCity: 'Brasil',
    profile,
    log: settings.log,
  })
  if (!cob) return ['the record of the charge cannot be read: txid, status, calendario, valor or location']
  if (cob.status !== 'ATIVA') return ['the charge is not ATIVA']
  if (cob.amountCents !== 1n) return ['the charge has another amount']
  const named = withStandardNames(profile, answer.body)
  return typeof named === 'object' && named !== null && 'pixCopiaECola' in named
    ? []
    : ['pixCopiaECola is missing']
}

const removalFaults = ({ body }: CheckAnswer): string[] =>
  String(body?.['status']).startsWith('REMOVIDA_') ? [] : ['status is not REMOVIDA_…']

async function followCharge(calls: CheckCalls, settings: ApiPixSettings, txid: string): Promise<CheckRow[]> {
  const found = await calls.call('find', { ...cobOf(txid), method: 'GET' })
  const patched = await calls.call('remove', {
    ...cobOf(txid),
    method: 'PATCH',
    body: { solicitacaoPagador: 'Homologação' },
  })
  const removed = await calls.call('remove', {
    ...cobOf(txid),
    method: 'PATCH',
    body: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
  })
  const after = await calls.call('find', { ...cobOf(txid), method: 'GET' })
  return [
    calls.row('read the charge', found, cobFaults(calls, settings, txid, found)),
    calls.row('change the charge', patched),
    calls.row('remove the charge', removed, removalFaults(removed)),
    calls.row('read the removed charge', after, removalFaults(after)),
  ]
}

/**
 * Checks that the PSP answers 404 or 410 for a charge that does not exist. With another answer, the service could never
 * conclude that a charge does not exist.
 */
async function findUnknown(calls: CheckCalls, txid: string): Promise<CheckRow> {
  const { status, body, ms } = await calls.call('find', { ...cobOf(txid), method: 'GET' })
  const row = { step: 'read an unknown charge', call: METHOD_OF.find, status, ms }
  if (status !== 404 && status !== 410) return { ...row, result: 'fails', notes: ['expected 404'] }
  return body === undefined
    ? { ...row, result: 'deviates', notes: ['the body is no JSON object'] }
    : { ...row, result: 'holds', notes: [] }
}

const listFaults = ({ body }: CheckAnswer, member: string): string[] =>
  Array.isArray(body?.[member]) ? [] : [`the list ${member} is missing`]

async function checkLists(calls: CheckCalls, now: Date): Promise<CheckRow[]> {
  const query = {
    inicio: formatTime(calls.profile, plusMs(now, -DAY_MS)),
    fim: formatTime(calls.profile, plusMs(now, DAY_MS / 24)),
    'paginacao.paginaAtual': '0',
    'paginacao.itensPorPagina': String(calls.profile.pages.items),
  }
  const received = await calls.call('list_received', { method: 'GET', resource: 'pix', query })
  const status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  const removed = await calls.call('list_removed', {
    method: 'GET',
    resource: 'cobs',
    query: { ...query, status },
  })
  return [
    calls.row('list received payments', received, listFaults(received, 'pix')),
    calls.row('list removed charges', removed, listFaults(removed, 'cobs')),
  ]
}

async function checkWebhook(
  calls: CheckCalls,
  settings: ApiPixSettings,
  callbackUrl: string | undefined,
): Promise<CheckRow[]> {
  const webhook = { resource: 'webhook', params: { chave: settings.key } } as const
  const before = await calls.call('find_callback', { ...webhook, method: 'GET' })
  const known = before.body?.['webhookUrl']
  const url = callbackUrl ?? (typeof known === 'string' ? known : undefined)
  if (url === undefined)
    return [
      {
        step: 'register the webhook',
        call: METHOD_OF.register_callback,
        result: 'skipped',
        status: undefined,
        notes: ['no URL is registered, and none was given'],
      },
    ]
  const registered = await calls.call('register_callback', {
    ...webhook,
    method: 'PUT',
    headers: settings.callbackMtls === true ? {} : calls.profile.webhook.headersWithoutMtls,
    body: { webhookUrl: url },
  })
  const after = await calls.call('find_callback', { ...webhook, method: 'GET' })
  const faults = after.body?.['webhookUrl'] === url ? [] : ['the registered URL is another one']
  return [calls.row('register the webhook', registered), calls.row('read the webhook', after, faults)]
}

async function checkReturn(
  calls: CheckCalls,
  { log }: ApiPixSettings,
  { endToEndId, id }: { endToEndId: string | undefined; id: string },
): Promise<CheckRow[]> {
  const step = 'return R$ 0,01 of a received Pix'
  if (endToEndId === undefined)
    return [
      {
        step,
        call: METHOD_OF.request_return,
        result: 'skipped',
        status: undefined,
        notes: ['no Pix was given'],
      },
    ]
  const devolucao = { resource: 'devolucao', params: { e2eid: endToEndId, id } } as const
  const requested = await calls.call('request_return', {
    ...devolucao,
    method: 'PUT',
    body: { valor: AMOUNT },
  })
  const found = await calls.call('find_return', { ...devolucao, method: 'GET' })
  const faults = ({ body }: CheckAnswer) =>
    readReturn(body, { log, source: 'return' })?.id === id ? [] : ['the record of the return cannot be read']
  return [calls.row(step, requested, faults(requested)), calls.row('read the return', found, faults(found))]
}
