import type { Dialect } from './dialect.ts'

/** The Central Bank's API Pix 2.9. */
export const STANDARD: Dialect = {
  token: { credentials: 'any', encoding: 'form', grantType: 'body', scope: 'optional' },
}

const BASIC_FORM = { credentials: 'basic', encoding: 'form', grantType: 'body', scope: 'required' } as const

/**
 * The dialects of real PSPs, from public clients and documentation of these PSPs. The tables are independent of the
 * profiles of the service, so that a wrong profile fails against its dialect.
 */
export const DIALECTS: Readonly<Record<string, Dialect>> = {
  standard: STANDARD,
  'banco-do-brasil': {
    token: BASIC_FORM,
    query: ['gw-dev-app-key'],
    statuses: { 'PUT cob': 200 },
    errors: 'erros',
  },
  itau: {
    token: { credentials: 'body', encoding: 'form', grantType: 'body', scope: 'optional' },
    headers: { 'x-correlationid': 'uuid', 'x-sandbox-token': 'token' },
  },
  santander: {
    token: { credentials: 'body', encoding: 'form', grantType: 'query', scope: 'optional' },
    refusesMilliseconds: true,
    statuses: { 'PUT cob': 200 },
  },
  bradesco: { token: BASIC_FORM, statuses: { 'PUT cob': 200 } },
  sicoob: {
    token: { credentials: 'id_in_body', encoding: 'form', grantType: 'body', scope: 'required' },
    headers: { client_id: 'client_id' },
    statuses: { 'PUT devolucao': 200 },
    cobMembers: { pixCopiaECola: 'brcode' },
  },
  inter: { token: { credentials: 'body', encoding: 'form', grantType: 'body', scope: 'required' } },
  sicredi: {
    token: { ...BASIC_FORM, grantsFewer: true, requestsPerMinuteMax: 10 },
    cobVersion: 'v3',
  },
  efi: {
    token: { credentials: 'basic', encoding: 'json', grantType: 'body', scope: 'optional' },
    webhook: { ping: { evento: 'teste_webhook' }, skipMtlsHeader: 'x-skip-mtls-checking' },
  },
}

export const DIALECT_NAMES: readonly string[] = Object.keys(DIALECTS)
