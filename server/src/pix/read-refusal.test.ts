import { expect, test } from 'vitest'
import { isFromApi } from './network-call.ts'
import { STANDARD } from './profiles/profiles.ts'
import { readRefusal } from './read-cob.ts'

const problem = (...violacoes: unknown[]): string =>
  JSON.stringify({ type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida', status: 400, violacoes })

test.each([
  ['cob.devedor', 'O objeto cob.devedor foi recusado pela análise de risco.', 'risk_refused'],
  ['cob.devedor', 'Recusado pela analise de risco', 'risk_refused'],
  ['cob.devedor', 'ANÁLISE DE RISCO', 'risk_refused'],
  ['cob.devedor', 'O objeto cob.devedor não respeita o schema.', 'payer_invalid'],
  ['devedor.cpf', 'CPF inválido', 'payer_invalid'],
  ['cob.devedor.cnpj', 'CNPJ inválido', 'payer_invalid'],
  ['cob.devedor.nome', 'Nome inválido', 'payer_invalid'],
  ['cob.valor.original', 'acima do limite', 'amount_over_limit'],
  ['valor', 'acima do limite', 'amount_over_limit'],
  ['cob.chave', 'não pertence a este usuário recebedor', 'key_unavailable'],
  ['chave', 'não respeita o schema', 'key_unavailable'],
  ['cob.calendario.expiracao', 'é zero', 'network_refused'],
  ['cob.status', 'A cobrança não está ATIVA', 'network_refused'],
  ['solicitacaoPagador', 'não respeita o schema', 'network_refused'],
  ['', 'O campo cob.valor.original é zero', 'amount_over_limit'],
  ['', 'O campo cob.chave não respeita o schema', 'key_unavailable'],
  ['cob.chaveiro', '', 'network_refused'],
])('a violation of %j with the reason «%s» has the code %s', (propriedade, razao, code) => {
  expect(readRefusal(problem({ propriedade, razao }))).toBe(code)
})

test('the code of a refusal comes from a violation about the risk, then the payer, then the amount', () => {
  const [risk, payer, amount, key] = [
    { propriedade: 'x', razao: 'análise de risco' },
    { propriedade: 'cob.devedor' },
    { propriedade: 'cob.valor' },
    { propriedade: 'cob.chave' },
  ]
  expect(readRefusal(problem(key, amount, payer, risk))).toBe('risk_refused')
  expect(readRefusal(problem(key, amount, payer))).toBe('payer_invalid')
  expect(readRefusal(problem(key, amount))).toBe('amount_over_limit')
})

test('a refusal that mentions risk analysis only in its detail has the code risk_refused', () => {
  expect(readRefusal(JSON.stringify({ detail: 'Recusada por análise de risco' }))).toBe('risk_refused')
})

test.each([
  undefined,
  '',
  '<html>',
  '[]',
  'null',
  '{"violacoes":{}}',
  '{"violacoes":[7,null]}',
  '{"violacoes":[{"razao":7}]}',
])('the unreadable refusal %j has the code network_refused', (text) => {
  expect(readRefusal(text)).toBe('network_refused')
})

const check = (text: string | undefined) => isFromApi(STANDARD, text)

test('isFromApi returns true for a JSON object and for an empty body, and false for anything else', () => {
  expect(['{"status":404}', '', '\n'].map(check)).toEqual([true, true, true])
  expect(['<html>404</html>', '"text"', '[]', undefined].map(check)).toEqual([false, false, false, false])
})
