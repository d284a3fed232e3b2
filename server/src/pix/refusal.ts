import { z } from 'zod'
import { parseJson } from './json.ts'
import type { NetworkAnswer } from './network-call.ts'
import type { RefusalCode } from './provider.ts'

const Violation = z.object({ razao: z.string().catch(''), propriedade: z.string().catch('') })

/** A problem by RFC 7807 with the member `violacoes` of API Pix. A member of the wrong type is treated as absent. */
const NetworkProblem = z.object({
  detail: z.string().catch(''),
  violacoes: z.array(Violation.catch({ razao: '', propriedade: '' })).catch([]),
})

/**
 * Returns why a charge was refused (status 400), according to the violations in the response. If there are several
 * violations, the first matching row of this table applies:
 *
 * | violation                                  | code                |
 * | ------------------------------------------ | ------------------- |
 * | «análise de risco», in any reason or detail | `risk_refused`      |
 * | `cob.devedor` and its members              | `payer_invalid`     |
 * | `cob.valor` and its members                | `amount_over_limit` |
 * | `cob.chave`                                | `key_unavailable`   |
 * | anything else, or nothing                  | `network_refused`   |
 */
export function readRefusal(text: string | undefined): RefusalCode {
  const problem = NetworkProblem.safeParse(parseJson(text))
  if (!problem.success) return 'network_refused'
  const { detail, violacoes } = problem.data
  if ([detail, ...violacoes.map(({ razao }) => razao)].some(mentionsRisk)) return 'risk_refused'
  const violated = new Set(violacoes.map(memberOf))
  return CODES.find(([member]) => violated.has(member))?.[1] ?? 'network_refused'
}

const CODES: ReadonlyArray<[member: string, code: RefusalCode]> = [
  ['devedor', 'payer_invalid'],
  ['valor', 'amount_over_limit'],
  ['chave', 'key_unavailable'],
]

/**
 * Returns the member of the charge that a violation concerns. It is taken from the violation's property or, if that is
 * missing, from its reason.
 */
function memberOf({ propriedade, razao }: z.infer<typeof Violation>): string | undefined {
  const path = propriedade === '' ? /\bcob\.[a-z]+/i.exec(razao)?.[0] : propriedade
  return path
    ?.toLowerCase()
    .replace(/^cob\./, '')
    .split('.')[0]
}

const mentionsRisk = (text: string): boolean => /an[aá]lise de risco/i.test(text.normalize('NFC'))

/**
 * Returns whether a response body comes from API Pix: it is a JSON object or empty. An HTML page with the same status
 * comes from a proxy or firewall and says nothing about the charge.
 */
export const isFromApi = (text: string | undefined): boolean =>
  text?.trim() === '' || z.record(z.string(), z.unknown()).safeParse(parseJson(text)).success

export const isOk = (status: number): boolean => status >= 200 && status <= 299

/** Returns whether API Pix, and not a proxy, reports that the requested record does not exist. */
export const isAbsent = (answer: NetworkAnswer): boolean =>
  answer.kind === 'answered' && (answer.status === 404 || answer.status === 410) && isFromApi(answer.text)
