import { fromReais, toReais } from '../src/kernel/values/money.ts'
import { isText } from './calls.ts'
import { returnId } from './identifiers.ts'
import { nowMs, type Parts } from './parts.ts'
import { Refusal, refuse, type Violacao } from './problems.ts'
import type { Devolucao, DevolucaoStatus, Natureza, Pix } from './records.ts'

const RETURN_WINDOW_MS = 90 * 86_400_000
const DEVOLUCAO_ID = /^[a-zA-Z0-9]{1,35}$/
const DESCRICAO_MAX = 140
const FAILURE_REASON = 'Devolução não realizada pela rede.'

/** Returns a payment by its end-to-end id. @throws Refusal PixNaoEncontrado */
export function getPix(parts: Parts, endToEndId: string): Pix {
  const pix = parts.state.pix.get(endToEndId)
  if (pix === undefined) throw new Refusal('PixNaoEncontrado')
  return pix
}

/** Finds a return of a payment by its id. @throws Refusal PixDevolucaoNaoEncontrada */
export function getDevolucao(parts: Parts, endToEndId: string, id: string): Devolucao {
  const devolucao = getPix(parts, endToEndId).devolucoes.find((one) => one.id === id)
  if (devolucao === undefined) throw new Refusal('PixDevolucaoNaoEncontrada')
  return devolucao
}

/**
 * Requests a return, which starts with the status EM_PROCESSAMENTO. After `returnDelayMs` the return ends, and a
 * callback is sent.
 * @throws Refusal PixDevolucaoInvalida for a schema violation, an id already used for this payment, an amount above the
 *   payment's remaining amount, and a payment older than 90 days.
 */
export function requestDevolucao(
  parts: Parts,
  ids: { endToEndId: string; id: string },
  body: Record<string, unknown>,
  end: 'DEVOLVIDO' | 'NAO_REALIZADO',
): Devolucao {
  const pix = getPix(parts, ids.endToEndId)
  const { cents, natureza, descricao } = readRequest(ids.id, body)
  if (pix.devolucoes.some((one) => one.id === ids.id)) {
    throw invalid(
      'id',
      'A presente requisição apresenta um {id} já utilizado por outra devolução deste e2eid.',
    )
  }
  if (cents > remainingCents(pix)) {
    throw invalid(
      'devolucao.valor',
      'A devolução, em conjunto com as demais, excederia o valor do pix originário.',
    )
  }
  if (nowMs(parts) > pix.horarioMs + RETURN_WINDOW_MS) {
    throw invalid('devolucao', 'A devolução viola a janela de 90 dias desde a liquidação original do pix.')
  }
  const devolucao = addDevolucao(parts, pix, { id: ids.id, cents, natureza, descricao })
  void endLater(parts, pix, devolucao, end)
  return devolucao
}

/** Returns the amount of a payment minus its completed and pending returns. */
export function remainingCents(pix: Pix): bigint {
  const returnedCents = pix.devolucoes
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((sum, { valor }) => sum + (fromReais(valor) ?? 0n), 0n)
  return (fromReais(pix.valor) ?? 0n) - returnedCents
}

export interface NewDevolucao {
  id: string
  cents: bigint
  natureza: Natureza
  descricao?: string | undefined
}

/** Records a return as EM_PROCESSAMENTO. */
export function addDevolucao(parts: Parts, pix: Pix, request: NewDevolucao): Devolucao {
  const solicitacaoMs = nowMs(parts)
  const devolucao: Devolucao = {
    id: request.id,
    rtrId: returnId(parts.random, solicitacaoMs),
    valor: toReais(request.cents),
    natureza: request.natureza,
    ...(request.descricao === undefined ? {} : { descricao: request.descricao }),
    solicitacaoMs,
    status: 'EM_PROCESSAMENTO',
  }
  pix.devolucoes.push(devolucao)
  parts.state.record({ kind: 'pix', pix })
  return devolucao
}

/** Ends a return and sends the callback. */
export function endReturn(
  parts: Parts,
  pix: Pix,
  devolucao: Devolucao,
  end: Exclude<DevolucaoStatus, 'EM_PROCESSAMENTO'>,
) {
  if (end === 'DEVOLVIDO') devolucao.liquidacaoMs = nowMs(parts)
  else devolucao.motivo = FAILURE_REASON
  devolucao.status = end
  parts.state.record({ kind: 'pix', pix })
  parts.callbacks.send(pix.chave, [pix])
}

/** Schedules the ends of the returns that were pending when an earlier process ended. */
export function resumeReturns(parts: Parts): void {
  for (const pix of parts.state.pix.values()) {
    for (const devolucao of pix.devolucoes) {
      if (devolucao.status === 'EM_PROCESSAMENTO') void endLater(parts, pix, devolucao, 'DEVOLVIDO')
    }
  }
}

async function endLater(parts: Parts, pix: Pix, devolucao: Devolucao, end: 'DEVOLVIDO' | 'NAO_REALIZADO') {
  await parts.clock.sleep(parts.settings.returnDelayMs, parts.signal)
  if (!parts.signal.aborted) endReturn(parts, pix, devolucao, end)
}

function readRequest(id: string, body: Record<string, unknown>): Omit<NewDevolucao, 'id'> {
  const violacoes: Violacao[] = []
  const { valor, natureza = 'ORIGINAL', descricao } = body
  const cents = typeof valor === 'string' ? fromReais(valor) : undefined
  if (!DEVOLUCAO_ID.test(id)) violacoes.push(shape('id'))
  if (cents === undefined || cents === 0n) violacoes.push(shape('devolucao.valor'))
  if (natureza !== 'ORIGINAL' && natureza !== 'RETIRADA') violacoes.push(shape('devolucao.natureza'))
  const isDescricao = isText(descricao, DESCRICAO_MAX)
  if (descricao !== undefined && !isDescricao) violacoes.push(shape('devolucao.descricao'))
  if (violacoes.length > 0 || cents === undefined) throw new Refusal('PixDevolucaoInvalida', violacoes)
  return {
    cents,
    natureza: natureza === 'RETIRADA' ? 'RETIRADA' : 'ORIGINAL',
    descricao: isDescricao ? descricao : undefined,
  }
}

const shape = (name: string): Violacao => ({
  razao: `O campo ${name} não respeita o schema.`,
  propriedade: name,
})

const invalid = (propriedade: string, razao: string): Refusal =>
  refuse('PixDevolucaoInvalida', propriedade, razao)
