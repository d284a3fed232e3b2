import { fromReais } from '../src/kernel/values/money.ts'
import { isRecord, isText } from './calls.ts'
import { Refusal, type Violacao } from './problems.ts'
import type { CobTerms, Devedor, InfoAdicional } from './records.ts'

const EXPIRACAO_DEFAULT = 86_400
const EXPIRACAO_MAX = 2_147_483_647
const CHAVE_MAX = 77
const NOME_MAX = 200
const SOLICITACAO_MAX = 140
const INFO_MAX = 50
const INFO_NOME_MAX = 50
const INFO_VALOR_MAX = 200

/** Reads the terms of a charge from the body of a PUT. @throws Refusal CobOperacaoInvalida with every violation. */
export function readTerms(body: Record<string, unknown>): CobTerms {
  const violacoes: Violacao[] = []
  for (const name of ['calendario', 'valor', 'chave']) {
    if (body[name] === undefined) violacoes.push(shape(`cob.${name}`))
  }
  const changes = readFields(body, violacoes)
  const { expiracao = EXPIRACAO_DEFAULT, original, chave, ...rest } = changes
  if (original === undefined || chave === undefined || violacoes.length > 0) throw invalid(violacoes)
  return { expiracao, original, chave, ...rest }
}

/** Reads the terms that a PATCH of a charge changes. @throws Refusal CobOperacaoInvalida with every violation. */
export function readChanges(body: Record<string, unknown>): Partial<CobTerms> {
  const violacoes: Violacao[] = []
  const changes = readFields(body, violacoes)
  if (violacoes.length > 0) throw invalid(violacoes)
  return changes
}

/** Returns whether two sets of terms are equal. */
export const sameTerms = (a: CobTerms, b: CobTerms): boolean =>
  a.expiracao === b.expiracao &&
  a.original === b.original &&
  (a.modalidadeAlteracao ?? 0) === (b.modalidadeAlteracao ?? 0) &&
  a.chave === b.chave &&
  a.solicitacaoPagador === b.solicitacaoPagador &&
  JSON.stringify(a.devedor) === JSON.stringify(b.devedor) &&
  JSON.stringify(a.infoAdicionais) === JSON.stringify(b.infoAdicionais)

function readFields(body: Record<string, unknown>, violacoes: Violacao[]): Partial<CobTerms> {
  const changes: Partial<CobTerms> = {}
  readCalendario(body['calendario'], changes, violacoes)
  readValor(body['valor'], changes, violacoes)
  const { chave, devedor, solicitacaoPagador, infoAdicionais, loc } = body
  if (isText(chave, CHAVE_MAX) && chave !== '') changes.chave = chave
  else if (chave !== undefined) violacoes.push(shape('cob.chave'))

  const debtor = devedor === undefined ? undefined : readDevedor(devedor)
  if (debtor !== undefined) changes.devedor = debtor
  else if (devedor !== undefined) violacoes.push(shape('cob.devedor'))

  if (isText(solicitacaoPagador, SOLICITACAO_MAX)) changes.solicitacaoPagador = solicitacaoPagador
  else if (solicitacaoPagador !== undefined) violacoes.push(shape('solicitacaoPagador'))

  const infos = infoAdicionais === undefined ? undefined : readInfos(infoAdicionais)
  if (infos !== undefined) changes.infoAdicionais = infos
  else if (infoAdicionais !== undefined) violacoes.push(shape('infoAdicionais'))

  if (loc !== undefined) {
    violacoes.push({ razao: 'O location referenciado por loc.id inexiste.', propriedade: 'cob.loc.id' })
  }
  return changes
}

function readCalendario(calendario: unknown, changes: Partial<CobTerms>, violacoes: Violacao[]): void {
  if (calendario === undefined) return
  if (!isRecord(calendario)) {
    violacoes.push(shape('cob.calendario'))
    return
  }
  const { expiracao } = calendario
  if (expiracao === undefined) return
  if (typeof expiracao !== 'number' || !Number.isInteger(expiracao) || expiracao > EXPIRACAO_MAX) {
    violacoes.push(shape('cob.calendario.expiracao'))
  } else if (expiracao <= 0) {
    violacoes.push({
      razao: 'O campo cob.calendario.expiracao é igual ou menor que zero.',
      propriedade: 'cob.calendario.expiracao',
      valor: String(expiracao),
    })
  } else changes.expiracao = expiracao
}

function readValor(valor: unknown, changes: Partial<CobTerms>, violacoes: Violacao[]): void {
  if (valor === undefined) return
  const { original, modalidadeAlteracao } = isRecord(valor) ? valor : {}
  const cents = typeof original === 'string' ? fromReais(original) : undefined
  if (typeof original !== 'string' || cents === undefined) violacoes.push(shape('cob.valor.original'))
  else if (cents === 0n) {
    violacoes.push({
      razao: 'O campo cob.valor.original é zero.',
      propriedade: 'cob.valor.original',
      valor: original,
    })
  } else changes.original = original

  if (modalidadeAlteracao === 0 || modalidadeAlteracao === 1)
    changes.modalidadeAlteracao = modalidadeAlteracao
  else if (modalidadeAlteracao !== undefined) violacoes.push(shape('cob.valor.modalidadeAlteracao'))
}

function readDevedor(devedor: unknown): Devedor | undefined {
  if (!isRecord(devedor)) return undefined
  const { cpf, cnpj, nome } = devedor
  if (!isText(nome, NOME_MAX) || nome === '') return undefined
  if (typeof cpf === 'string' && cnpj === undefined && /^\d{11}$/.test(cpf)) return { cpf, nome }
  if (typeof cnpj === 'string' && cpf === undefined && /^[0-9A-Z]{14}$/.test(cnpj)) return { cnpj, nome }
  return undefined
}

function readInfos(infos: unknown): InfoAdicional[] | undefined {
  if (!Array.isArray(infos) || infos.length > INFO_MAX) return undefined
  const read = infos.map((info: unknown) => {
    const { nome, valor } = isRecord(info) ? info : {}
    return isText(nome, INFO_NOME_MAX) && isText(valor, INFO_VALOR_MAX) ? { nome, valor } : undefined
  })
  return read.every((info) => info !== undefined) ? read : undefined
}

const shape = (name: string): Violacao => ({
  razao: `O campo ${name} não respeita o schema.`,
  propriedade: name,
})

const invalid = (violacoes: Violacao[]): Refusal => new Refusal('CobOperacaoInvalida', violacoes)
