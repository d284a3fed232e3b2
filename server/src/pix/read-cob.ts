import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import { readBrCode, withoutScheme, writeBrCode } from './br-code.ts'
import { parseJson } from './json.ts'
import type { Profile } from './profiles/profile.ts'
import { STANDARD } from './profiles/profiles.ts'
import { readViolations, withStandardNames, type Violation } from './profiles/read-body.ts'
import type { NetworkCob, RefusalCode } from './provider.ts'
import { Amount, faultsOf, Instant, readPixItems } from './read-pix.ts'

/** The default of API Pix for a charge without `calendario.expiracao`, in seconds. */
const EXPIRY_DEFAULT_SECONDS = 86_400

const STATUSES = ['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'] as const

const Cob = z.object({
  txid: z.string(),
  status: z.string().transform((text) => STATUSES.find((status) => status === text) ?? 'other'),
  calendario: z.object({
    criacao: Instant,
    expiracao: z.coerce.number().int().positive().catch(EXPIRY_DEFAULT_SECONDS),
  }),
  valor: z.object({ original: Amount }),
  location: z.string().optional().catch(undefined),
  loc: z.object({ location: z.string() }).optional().catch(undefined),
  pixCopiaECola: z.string().optional().catch(undefined),
  pix: z.array(z.unknown()).catch([]),
})

export interface ReadCobOptions {
  /** The txid of the requested charge. `readCob` rejects the record of another charge. */
  txid: string
  /** The receiver's name for the BR Code, if the PSP sends no usable BR Code and `readCob` writes one itself. */
  merchantName: string
  merchantCity: string
  profile: Profile
  log: Log
}

/**
 * Reads the PSP's record of a charge. Returns undefined when the record is unreadable, belongs to another charge, or
 * has neither a usable BR Code nor a location. Logs such a record without its content.
 */
export function readCob(text: string | undefined, options: ReadCobOptions): NetworkCob | undefined {
  const parsed = Cob.safeParse(withStandardNames(options.profile, parseJson(text)))
  if (!parsed.success) return reject(options, { faults: faultsOf(parsed.error) })
  const cob = parsed.data
  if (cob.txid !== options.txid) return reject(options, { faults: ['txid: belongs to another charge'] })

  const qrCodePayload = codeOf(cob, options)
  if (qrCodePayload === undefined) return reject(options, { faults: ['pixCopiaECola: no usable BR Code'] })
  return {
    txid: cob.txid,
    status: cob.status,
    createdAt: cob.calendario.criacao,
    expiresInSeconds: cob.calendario.expiracao,
    amountCents: cob.valor.original,
    qrCodePayload,
    payments: readPixItems(cob.pix, { log: options.log, source: 'cob' }).items,
  }
}

/**
 * Returns the PSP's BR Code if it is valid and does not contradict the location and the amount of the charge. Otherwise
 * writes a BR Code with the location at which the payer's bank gets the charge. Returns undefined if the PSP sent no
 * usable location.
 */
function codeOf(cob: z.infer<typeof Cob>, options: ReadCobOptions): string | undefined {
  const location = cob.location ?? cob.loc?.location
  if (cob.pixCopiaECola !== undefined) {
    const code = readBrCode(cob.pixCopiaECola)
    const matchesCob =
      code !== undefined &&
      (location === undefined || code.location === withoutScheme(location)) &&
      (code.amount === undefined || BigInt(code.amount.replace('.', '')) === cob.valor.original)
    if (matchesCob) return cob.pixCopiaECola
    options.log.warn(
      { txid: options.txid },
      'pix: the PSP sent an invalid BR Code for a charge; its location replaces it',
    )
  }
  return location === undefined ? undefined : writeBrCode({ ...options, location })
}

function reject({ log, txid }: ReadCobOptions, about: Record<string, unknown>): undefined {
  log.error({ txid, ...about }, 'pix: the record of a charge could not be read')
}

/** A problem by RFC 7807. A `detail` of the wrong type is treated as absent. */
const NetworkProblem = z.looseObject({ detail: z.string().catch('') })

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
export function readRefusal(text: string | undefined, profile: Profile = STANDARD): RefusalCode {
  const problem = NetworkProblem.safeParse(parseJson(text))
  if (!problem.success) return 'network_refused'
  const violacoes = readViolations(profile, problem.data)
  const { detail } = problem.data
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
 * Returns the member of the charge that a violation concerns. The member is taken from the violation's property or, if
 * the property is empty, from the violation's reason. Returns undefined if neither the property nor the reason names a
 * member.
 */
function memberOf({ propriedade, razao }: Violation): string | undefined {
  const path = propriedade === '' ? /\bcob\.[a-z]+/i.exec(razao)?.[0] : propriedade
  return path
    ?.toLowerCase()
    .replace(/^cob\./, '')
    .split('.')[0]
}

const mentionsRisk = (text: string): boolean => /an[aá]lise de risco/i.test(text.normalize('NFC'))
