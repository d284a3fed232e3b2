import { z } from 'zod'
import { parseJson } from './json.ts'
import type { NetworkAnswer } from './network-call.ts'
import type { RefusalCode } from './provider.ts'

const Violation = z.object({ razao: z.string().catch(''), propriedade: z.string().catch('') })

/** An RFC 7807 problem with API Pix's `violacoes`. Members of a wrong type count as absent. */
const NetworkProblem = z.object({
  detail: z.string().catch(''),
  violacoes: z.array(Violation.catch({ razao: '', propriedade: '' })).catch([]),
})

/**
 * Returns why a charge was refused (400), from the named violations. With several violations, the first matching row of
 * this table wins:
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

/** Returns the member of the charge that a violation concerns, from its property or, without one, from its reason. */
function memberOf({ propriedade, razao }: z.infer<typeof Violation>): string | undefined {
  const path = propriedade === '' ? /\bcob\.[a-z]+/i.exec(razao)?.[0] : propriedade
  return path
    ?.toLowerCase()
    .replace(/^cob\./, '')
    .split('.')[0]
}

const mentionsRisk = (text: string): boolean => /an[aá]lise de risco/i.test(text.normalize('NFC'))

/**
 * Whether a body comes from API Pix: a JSON object or empty. An HTML page of a proxy or firewall with the same status
 * says nothing about the charge.
 */
export const isFromApi = (text: string | undefined): boolean =>
  text?.trim() === '' || z.record(z.string(), z.unknown()).safeParse(parseJson(text)).success

export const isOk = (status: number): boolean => status >= 200 && status <= 299

/** Whether API Pix, and not a proxy, reports that the requested record does not exist. */
export const isAbsent = (answer: NetworkAnswer): boolean =>
  answer.kind === 'answered' && (answer.status === 404 || answer.status === 410) && isFromApi(answer.text)
