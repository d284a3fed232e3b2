import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import { readBrCode, withoutScheme, writeBrCode } from './br-code.ts'
import { parseJson } from './json.ts'
import type { NetworkCob } from './provider.ts'
import { Amount, faultsOf, Instant, readPixItems } from './read-pix.ts'

/** By the standard, for a charge that does not say how long it lives. */
const EXPIRY_UNSAID_SECONDS = 86_400

const STATUSES = ['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'] as const

const Cob = z.object({
  txid: z.string(),
  status: z.string().transform((text) => STATUSES.find((status) => status === text) ?? 'other'),
  calendario: z.object({
    criacao: Instant,
    expiracao: z.coerce.number().int().positive().catch(EXPIRY_UNSAID_SECONDS),
  }),
  valor: z.object({ original: Amount }),
  location: z.string().optional().catch(undefined),
  loc: z.object({ location: z.string() }).optional().catch(undefined),
  pixCopiaECola: z.string().optional().catch(undefined),
  pix: z.array(z.unknown()).catch([]),
})

export interface ReadCobOptions {
  /** The charge that was asked for: another one's record is no answer. */
  txid: string
  /** For the code, should the network send none that can be used. */
  merchantName: string
  merchantCity: string
  log: Log
}

/**
 * Reads the network's record of a charge; undefined, and logged without what it says, when it is unreadable,
 * another charge's, or has neither a usable code nor a location to write one from.
 */
export function readCob(text: string | undefined, reading: ReadCobOptions): NetworkCob | undefined {
  const parsed = Cob.safeParse(parseJson(text))
  if (!parsed.success) return reject(reading, { faults: faultsOf(parsed.error) })
  const cob = parsed.data
  if (cob.txid !== reading.txid) return reject(reading, { faults: ['txid: of another charge'] })

  const qrCodePayload = codeOf(cob, reading)
  if (qrCodePayload === undefined) return reject(reading, { faults: ['pixCopiaECola: no usable code'] })
  return {
    txid: cob.txid,
    status: cob.status,
    createdAt: cob.calendario.criacao,
    expiresInSeconds: cob.calendario.expiracao,
    amountCents: cob.valor.original,
    qrCodePayload,
    payments: readPixItems(cob.pix, { log: reading.log, source: 'cob' }).items,
  }
}

/** The network's own code as it came when it holds; else one written from the location. */
function codeOf(cob: z.infer<typeof Cob>, reading: ReadCobOptions): string | undefined {
  const location = cob.location ?? cob.loc?.location
  if (cob.pixCopiaECola !== undefined) {
    const code = readBrCode(cob.pixCopiaECola)
    const isOfCob =
      code !== undefined &&
      (location === undefined || code.location === withoutScheme(location)) &&
      (code.amount === undefined || BigInt(code.amount.replace('.', '')) === cob.valor.original)
    if (isOfCob) return cob.pixCopiaECola
    reading.log.warn(
      { txid: reading.txid },
      'pix: the code of a charge does not hold; written from its location',
    )
  }
  return location === undefined ? undefined : writeBrCode({ ...reading, location })
}

function reject({ log, txid }: ReadCobOptions, about: Record<string, unknown>): undefined {
  log.error({ txid, ...about }, 'pix: the record of a charge could not be read')
}
