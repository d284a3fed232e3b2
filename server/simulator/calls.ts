import { Refusal } from './problems.ts'
import type { Dialect } from './dialects/dialect.ts'
import type { Fault } from './faults.ts'

/** One request, which came either over HTTP or from the same process. */
export interface Call {
  method: string
  /** The path without the query, still percent-encoded. */
  path: string
  query: URLSearchParams
  authorization: string | undefined
  contentType: string | undefined
  /** Returns the value of the header with this name, which must be in lower case. */
  header: (name: string) => string | undefined
  body: string
}

/** A call with its route. `param(name)` is the decoded path parameter. */
export interface RoutedCall extends Call {
  param(name: string): string
  /** The fault that is injected into this call, if any. */
  fault: Fault | undefined
  dialect: Dialect
}

export interface Answer {
  status: number
  contentType: string
  body: string
  headers?: Readonly<Record<string, string>>
}

/**
 * `no_answer`: the connection stays open without a response. `connection_closed`: the connection is closed without a
 * response.
 */
export type Outcome = Answer | 'no_answer' | 'connection_closed'

export const jsonAnswer = (status: number, value: unknown): Answer => ({
  status,
  contentType: 'application/json',
  body: JSON.stringify(value),
})

export const emptyAnswer = (status: number): Answer => ({ status, contentType: '', body: '' })

/** Returns the answer to a refused call. The status 401 needs a challenge (RFC 9110, section 15.5.2). */
export const refusedAnswer = (status: number, contentType: string, value: unknown): Answer => ({
  ...jsonAnswer(status, value),
  contentType,
  ...(status === 401 ? { headers: { 'www-authenticate': 'Bearer' } } : {}),
})

export const problemAnswer = (refusal: Refusal): Answer =>
  refusedAnswer(refusal.status, 'application/problem+json', refusal.toProblem())

/** Parses the body as a JSON object. @throws Refusal RequisicaoInvalida for anything else. */
export function jsonBody(call: Call): Record<string, unknown> {
  const value = parseJson(call.body)
  if (!isRecord(value))
    throw new Refusal('RequisicaoInvalida', [{ razao: 'O corpo não é um objeto JSON.', propriedade: '' }])
  return value
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns whether `value` is a text of at most `max` code points. */
export const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && (value.length <= max || Array.from(value).length <= max)

/** Returns undefined for a text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}
