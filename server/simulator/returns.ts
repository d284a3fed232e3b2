import { fromReais, toReais } from '../src/kernel/values/money.ts'
import { isText } from './calls.ts'
import { returnId } from './identifiers.ts'
import { nowMs, type Parts } from './parts.ts'
import { Refusal, refuse, type Violacao } from './problems.ts'
import type { Devolucao, DevolucaoStatus, Natureza, Pix } from './records.ts'

const RETURN_WINDOW_MS = 90 * 86_400_000
const DEVOLUCAO_ID = /^[a-zA-Z0-9]{1,35}$/
const DESCRICAO_MAX = 140
const NOT_DONE = 'Devolução não realizada pela rede.'

/** A received Pix. Refuses as PixNaoEncontrado. */
export function getPix(parts: Parts, endToEndId: string): Pix {
  const pix = parts.state.pix.get(endToEndId)
  if (pix === undefined) throw new Refusal('PixNaoEncontrado')
  return pix
}

/** A return of a Pix. Refuses as PixDevolucaoNaoEncontrada. */
export function getDevolucao(parts: Parts, endToEndId: string, id: string): Devolucao {
  const devolucao = getPix(parts, endToEndId).devolucoes.find((one) => one.id === id)
  if (devolucao === undefined) throw new Refusal('PixDevolucaoNaoEncontrada')
  return devolucao
}

/**
 * Asks for a return: EM_PROCESSAMENTO at once, its end and the callback a little later. Refuses as PixDevolucaoInvalida
 * what breaks the schema, an id already used for this Pix, more than is left of it, and a Pix older than 90 days.
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
  void settleLater(parts, pix, devolucao, end)
  return devolucao
}

/** What of a Pix is neither returned nor on its way back. */
export function remainingCents(pix: Pix): bigint {
  const given = pix.devolucoes
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((sum, { valor }) => sum + (fromReais(valor) ?? 0n), 0n)
  return (fromReais(pix.valor) ?? 0n) - given
}

export interface NewDevolucao {
  id: string
  cents: bigint
  natureza: Natureza
  descricao?: string | undefined
}

/** Writes a return down as EM_PROCESSAMENTO. */
export function addDevolucao(parts: Parts, pix: Pix, wanted: NewDevolucao): Devolucao {
  const solicitacaoMs = nowMs(parts)
  const devolucao: Devolucao = {
    id: wanted.id,
    rtrId: returnId(parts.random, solicitacaoMs),
    valor: toReais(wanted.cents),
    natureza: wanted.natureza,
    ...(wanted.descricao === undefined ? {} : { descricao: wanted.descricao }),
    solicitacaoMs,
    status: 'EM_PROCESSAMENTO',
  }
  pix.devolucoes.push(devolucao)
  parts.state.record({ kind: 'pix', pix })
  return devolucao
}

/** Ends a return and calls back. */
export function settle(
  parts: Parts,
  pix: Pix,
  devolucao: Devolucao,
  end: Exclude<DevolucaoStatus, 'EM_PROCESSAMENTO'>,
) {
  if (end === 'DEVOLVIDO') devolucao.liquidacaoMs = nowMs(parts)
  else devolucao.motivo = NOT_DONE
  devolucao.status = end
  parts.state.record({ kind: 'pix', pix })
  parts.callbacks.send(pix.chave, [pix])
}

/** Ends the returns that an earlier process left under way. */
export function resumeReturns(parts: Parts): void {
  for (const pix of parts.state.pix.values()) {
    for (const devolucao of pix.devolucoes) {
      if (devolucao.status === 'EM_PROCESSAMENTO') void settleLater(parts, pix, devolucao, 'DEVOLVIDO')
    }
  }
}

async function settleLater(parts: Parts, pix: Pix, devolucao: Devolucao, end: 'DEVOLVIDO' | 'NAO_REALIZADO') {
  await parts.clock.sleep(parts.settings.returnDelayMs, parts.signal)
  if (!parts.signal.aborted) settle(parts, pix, devolucao, end)
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
