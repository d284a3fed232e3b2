import { emptyAnswer, jsonAnswer, jsonBody, type Outcome, type RoutedCall } from './calls.ts'
import { getCob, patchCob, putCob, SILENT_DOCUMENT, versionOf } from './cobs.ts'
import { pageOf, readFlag, readWindow } from './paging.ts'
import { nowMs, type Parts } from './parts.ts'
import { presentCob, presentDevolucao, presentPix, presentWebhook } from './present.ts'
import { Refusal, refuse } from './problems.ts'
import type { Cob, CobVersion, Pix } from './records.ts'
import { getDevolucao, getPix, requestDevolucao } from './returns.ts'
import type { Route } from './router.ts'
import type { Tokens } from './tokens.ts'

const CHAVE_MAX = 77

/** The routes of API Pix 2.9 that the simulator serves. */
export function apiPixRoutes(parts: Parts, tokens: Tokens): Route[] {
  return [
    { method: 'POST', path: '/oauth/token', group: 'token', answer: (call) => tokens.issue(call) },
    ...cobRoutes(parts),
    ...pixRoutes(parts),
    ...webhookRoutes(parts),
  ]
}

/** Returns the `CobCompleta` of API Pix: the charge with its payments. */
export function completeCob(parts: Parts, cob: Cob, version: CobVersion = cob) {
  const pix = (cob.paidBy ?? []).map((endToEndId) => presentPix(getPix(parts, endToEndId)))
  return { ...presentCob(parts.settings.profile, cob, version), ...(pix.length === 0 ? {} : { pix }) }
}

function cobRoutes(parts: Parts): Route[] {
  const one = { path: '/cob/:txid', group: 'cob' } as const
  return [
    { ...one, method: 'PUT', scope: 'cob.write', answer: (call) => answerPut(parts, call) },
    {
      ...one,
      method: 'PATCH',
      scope: 'cob.write',
      answer: (call) =>
        jsonAnswer(
          200,
          presentCob(parts.settings.profile, patchCob(parts, call.param('txid'), jsonBody(call))),
        ),
    },
    {
      ...one,
      method: 'GET',
      scope: 'cob.read',
      answer(call) {
        const cob = getCob(parts, call.param('txid'))
        return jsonAnswer(200, completeCob(parts, cob, versionOf(cob, call.query.get('revisao'))))
      },
    },
    { path: '/cob', group: 'cob', method: 'GET', scope: 'cob.read', answer: (call) => listCobs(parts, call) },
  ]
}

function answerPut(parts: Parts, call: RoutedCall): Outcome {
  const { cob, created } = putCob(parts, call.param('txid'), jsonBody(call))
  const { devedor } = cob.terms
  if (created && devedor !== undefined && 'cpf' in devedor && devedor.cpf === SILENT_DOCUMENT)
    return 'no_answer'
  return jsonAnswer(201, presentCob(parts.settings.profile, cob))
}

function listCobs(parts: Parts, call: RoutedCall): Outcome {
  const { query } = call
  const window = readWindow(query, 'CobConsultaInvalida', 'required')
  const filters = {
    ...textFilters(query, ['cpf', 'cnpj', 'status']),
    ...flagFilter('locationPresente', readFlag(query, 'locationPresente', 'CobConsultaInvalida')),
  }
  const found = parts.state.cobTimes
    .between(window.fromMs, window.toMs)
    .filter((cob) => fitsCob(cob, filters))
  const { items, parametros } = pageOf(found, window, filters)
  return jsonAnswer(200, { parametros, cobs: items.map((cob) => completeCob(parts, cob)) })
}

interface CobFilters {
  cpf?: string
  cnpj?: string
  status?: string
  locationPresente?: boolean
}

function fitsCob(cob: Cob, filters: CobFilters): boolean {
  const { devedor } = cob.terms
  if (filters.status !== undefined && cob.status !== filters.status) return false
  if (filters.cpf !== undefined && !(devedor && 'cpf' in devedor && devedor.cpf === filters.cpf)) return false
  if (filters.cnpj !== undefined && !(devedor && 'cnpj' in devedor && devedor.cnpj === filters.cnpj))
    return false
  return filters.locationPresente !== false
}

function pixRoutes(parts: Parts): Route[] {
  const devolucao = { path: '/pix/:e2eid/devolucao/:id', group: 'devolucao' } as const
  return [
    { method: 'GET', path: '/pix', group: 'pix', scope: 'pix.read', answer: (call) => listPix(parts, call) },
    {
      method: 'GET',
      path: '/pix/:e2eid',
      group: 'pix',
      scope: 'pix.read',
      answer: (call) => jsonAnswer(200, presentPix(getPix(parts, call.param('e2eid')))),
    },
    {
      ...devolucao,
      method: 'PUT',
      scope: 'pix.write',
      answer(call) {
        const ids = { endToEndId: call.param('e2eid'), id: call.param('id') }
        const end = call.fault?.mode === 'nao_realizado' ? 'NAO_REALIZADO' : 'DEVOLVIDO'
        return jsonAnswer(201, presentDevolucao(requestDevolucao(parts, ids, jsonBody(call), end)))
      },
    },
    {
      ...devolucao,
      method: 'GET',
      scope: 'pix.read',
      answer: (call) =>
        jsonAnswer(200, presentDevolucao(getDevolucao(parts, call.param('e2eid'), call.param('id')))),
    },
  ]
}

function listPix(parts: Parts, call: RoutedCall): Outcome {
  const { query } = call
  const window = readWindow(query, 'PixConsultaInvalida', 'required')
  const txIdPresente = readFlag(query, 'txIdPresente', 'PixConsultaInvalida')
  const devolucaoPresente = readFlag(query, 'devolucaoPresente', 'PixConsultaInvalida')
  const texts = textFilters(query, ['txid', 'cpf', 'cnpj'])
  const matches = (pix: Pix) =>
    (txIdPresente === undefined || txIdPresente === (pix.txid !== undefined)) &&
    (devolucaoPresente === undefined || devolucaoPresente === pix.devolucoes.length > 0) &&
    (texts.txid === undefined || texts.txid === pix.txid) &&
    // The simulator stores no CPF or CNPJ of the payer, so a filter by CPF or CNPJ matches nothing.
    texts.cpf === undefined &&
    texts.cnpj === undefined
  const found = parts.state.pixTimes.between(window.fromMs, window.toMs).filter(matches)
  const filters = {
    ...texts,
    ...flagFilter('txIdPresente', txIdPresente),
    ...flagFilter('devolucaoPresente', devolucaoPresente),
  }
  const { items, parametros } = pageOf(found, window, filters)
  return jsonAnswer(200, { parametros, pix: items.map(presentPix) })
}

function webhookRoutes(parts: Parts): Route[] {
  const one = { path: '/webhook/:chave', group: 'webhook' } as const
  return [
    { ...one, method: 'PUT', scope: 'webhook.write', answer: (call) => putWebhook(parts, call) },
    {
      ...one,
      method: 'GET',
      scope: 'webhook.read',
      answer: (call) => jsonAnswer(200, presentWebhook(getWebhook(parts, call.param('chave')))),
    },
    {
      ...one,
      method: 'DELETE',
      scope: 'webhook.write',
      answer(call) {
        const { chave } = getWebhook(parts, call.param('chave'))
        parts.state.record({ kind: 'webhook_gone', chave })
        return emptyAnswer(204)
      },
    },
    {
      method: 'GET',
      path: '/webhook',
      group: 'webhook',
      scope: 'webhook.read',
      answer(call) {
        const window = readWindow(call.query, 'WebhookConsultaInvalida', 'optional')
        const all = [...parts.state.webhooks.values()]
        const found = all.filter(({ criacaoMs }) => criacaoMs >= window.fromMs && criacaoMs <= window.toMs)
        const { items, parametros } = pageOf(found, window, {})
        return jsonAnswer(200, { parametros, webhooks: items.map(presentWebhook) })
      },
    },
  ]
}

async function putWebhook(parts: Parts, call: RoutedCall): Promise<Outcome> {
  const chave = call.param('chave')
  const { keys } = parts.settings
  if (chave.length > CHAVE_MAX || (keys !== undefined && !keys.includes(chave))) {
    const razao = 'O parâmetro {chave} não corresponde a uma chave DICT pertencente a este usuário recebedor.'
    throw refuse('WebhookOperacaoInvalida', 'chave', razao)
  }
  const { webhookUrl } = jsonBody(call)
  if (typeof webhookUrl !== 'string' || !/^https?:$/.test(URL.parse(webhookUrl)?.protocol ?? '')) {
    const razao = 'Campo webhook.webhookUrl não respeita o schema.'
    throw refuse('WebhookOperacaoInvalida', 'webhook.webhookUrl', razao)
  }
  await testWebhook(parts, call, webhookUrl)
  const suffix = call.dialect.webhook?.suffix
  const webhook = { chave, webhookUrl, criacaoMs: nowMs(parts), ...(suffix === undefined ? {} : { suffix }) }
  parts.state.record({ kind: 'webhook', webhook })
  return emptyAnswer(200)
}

/**
 * Sends the test call of the dialect, if it has one, to the webhook URL. The receiver must accept the call with the
 * client certificate of the PSP, and refuse the call without this certificate.
 * @throws Refusal WebhookOperacaoInvalida
 */
async function testWebhook({ callbacks }: Parts, call: RoutedCall, webhookUrl: string): Promise<void> {
  const { ping, skipMtlsHeader } = call.dialect.webhook ?? {}
  if (ping === undefined) return
  const body = JSON.stringify(ping)
  if (!(await callbacks.test(webhookUrl, body, { withoutCertificate: false }))) {
    const razao = 'A URL informada não respondeu à chamada de teste.'
    throw refuse('WebhookOperacaoInvalida', 'webhook.webhookUrl', razao)
  }
  if (skipMtlsHeader === undefined || call.header(skipMtlsHeader) === 'true') return
  if (await callbacks.test(webhookUrl, body, { withoutCertificate: true })) {
    const razao = 'A URL informada respondeu com sucesso sem autenticação mútua TLS.'
    throw refuse('WebhookOperacaoInvalida', 'webhook.webhookUrl', razao)
  }
}

function getWebhook(parts: Parts, chave: string) {
  const webhook = parts.state.webhooks.get(chave)
  if (webhook === undefined) throw new Refusal('WebhookNaoEncontrado')
  return webhook
}

function textFilters<Name extends string>(query: URLSearchParams, names: readonly Name[]) {
  const filters: { [name in Name]?: string } = {}
  for (const name of names) {
    const text = query.get(name)
    if (text !== null) filters[name] = text
  }
  return filters
}

const flagFilter = (name: string, flag: boolean | undefined) => (flag === undefined ? {} : { [name]: flag })
