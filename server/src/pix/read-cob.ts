import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import { readBrCode, withoutScheme, writeBrCode } from './br-code.ts'
import { parseJson } from './json.ts'
import type { NetworkCob } from './provider.ts'
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
  log: Log
}

/**
 * Reads the PSP's record of a charge. Returns undefined when the record is unreadable, belongs to another charge, or
 * has neither a usable BR Code nor a location. Logs such a record without its content.
 */
export function readCob(text: string | undefined, options: ReadCobOptions): NetworkCob | undefined {
  const parsed = Cob.safeParse(parseJson(text))
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
 * Returns the PSP's BR Code if it is valid and matches the charge; otherwise returns a BR Code written from the
 * location.
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
      'pix: the BR Code of a charge is invalid; wrote one from its location',
    )
  }
  return location === undefined ? undefined : writeBrCode({ ...options, location })
}

function reject({ log, txid }: ReadCobOptions, about: Record<string, unknown>): undefined {
  log.error({ txid, ...about }, 'pix: the record of a charge could not be read')
}
