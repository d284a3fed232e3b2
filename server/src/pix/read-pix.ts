import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import { fromReais, toReais } from '../kernel/values/money.ts'
import type { NetworkPix, NetworkReturn } from './provider.ts'

/**
 * Parsers for payments of API Pix. These parsers accept the standard and known deviations of PSPs. They ignore unknown
 * fields, because new versions of the standard add fields.
 */

/** The maximum length of the stored JSON of one payment. A payment with all fields of the standard needs about 3 KB. */
const RAW_CHARS_MAX = 16_384

/** Parses an API Pix amount in reais to centavos. Refuses zero. */
export const Amount = z.string().transform((text, check) => {
  const cents = fromReais(text)
  if (cents !== undefined && cents > 0n) return cents
  check.addIssue({ code: 'custom', message: 'must be a positive amount' })
  return z.NEVER
})

/**
 * Parses an RFC 3339 time. Some PSPs omit the offset, against the standard; such a time is read as UTC. Refuses years
 * outside 1 to 9999 UTC, which PostgreSQL cannot store. One payment with such a time would make the insert of a whole
 * page of payments fail.
 */
export const Instant = z.iso
  .datetime({ offset: true, local: true })
  .transform((text) => new Date(/(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`))
  .refine((date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999)

/**
 * A text of at most `charsMax` characters that PostgreSQL can store. Any other value, such as an empty text, counts
 * as absent.
 */
export const optionalText = (charsMax: number) =>
  z
    .string()
    .min(1)
    .max(charsMax)
    .refine((text) => text.isWellFormed() && !text.includes('\0'))
    .optional()
    .catch(undefined)

const RETURN_STATUSES = ['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO'] as const

const ReturnItem = z.object({
  id: z.string().regex(/^[a-zA-Z0-9]{1,35}$/),
  rtrId: optionalText(35),
  valor: Amount,
  natureza: optionalText(40),
  status: z.string().transform((text) => RETURN_STATUSES.find((status) => status === text) ?? 'other'),
  motivo: optionalText(140),
  horario: z
    .object({ liquidacao: Instant.optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

const PixItem = z.object({
  endToEndId: z.string().regex(/^[!-~]{32}$/),
  txid: optionalText(35),
  valor: Amount,
  horario: Instant,
  devolucoes: z.unknown().optional(),
})

export interface ReadOptions {
  log: Log
  /** The source of the items. The source appears only in log lines. */
  source: 'callback' | 'cob' | 'list' | 'return'
}

/**
 * Parses `items`. Returns the readable items in order, and the number of unreadable items. Logs the unreadable items.
 */
export function readPixItems(
  items: readonly unknown[],
  options: ReadOptions,
): { items: NetworkPix[]; unreadable: number } {
  const read: NetworkPix[] = []
  for (const [index, item] of items.entries()) {
    const parsed = PixItem.safeParse(item)
    if (parsed.success) read.push(toPix(parsed.data, item, options))
    else logSkipped(options, { item: index, faults: faultsOf(parsed.error) })
  }
  return { items: read, unreadable: items.length - read.length }
}

function toPix(pix: z.infer<typeof PixItem>, item: unknown, options: ReadOptions): NetworkPix {
  const returns = readReturns(pix.devolucoes, options)
  return {
    endToEndId: pix.endToEndId,
    txid: pix.txid,
    amountCents: pix.valor,
    paidAt: pix.horario,
    returns,
    raw: storable(item) ?? {
      endToEndId: pix.endToEndId,
      ...(pix.txid === undefined ? {} : { txid: pix.txid }),
      valor: toReais(pix.valor),
      horario: pix.horario.toISOString(),
      devolucoes: returns.map(writeReturn),
    },
  }
}

/**
 * Parses `devolucoes`, which the standard defines as a list. Also accepts a single object, because an example of the
 * standard contains one.
 */
function readReturns(value: unknown, options: ReadOptions): NetworkReturn[] {
  return listOf(value).flatMap((item, index) => readReturn(item, options, index) ?? [])
}

/** Parses one return. If the return is unreadable, logs it and returns undefined. */
export function readReturn(item: unknown, options: ReadOptions, index = 0): NetworkReturn | undefined {
  const parsed = ReturnItem.safeParse(item)
  if (parsed.success) return toReturn(parsed.data, item)
  logSkipped(options, { return: index, faults: faultsOf(parsed.error) })
  return undefined
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined || value === null ? [] : [value]
}

function toReturn(data: z.infer<typeof ReturnItem>, item: unknown): NetworkReturn {
  const read: Omit<NetworkReturn, 'raw'> = {
    id: data.id,
    returnId: data.rtrId ?? '',
    amountCents: data.valor,
    nature: data.natureza ?? 'ORIGINAL',
    status: data.status,
    reason: data.motivo,
    settledAt: data.status === 'DEVOLVIDO' ? data.horario?.liquidacao : undefined,
  }
  return { ...read, raw: storable(item) ?? writeReturn(read) }
}

const writeReturn = (item: Omit<NetworkReturn, 'raw'>): Record<string, unknown> => ({
  id: item.id,
  rtrId: item.returnId,
  valor: toReais(item.amountCents),
  natureza: item.nature,
  status: item.status,
  ...(item.reason === undefined ? {} : { motivo: item.reason }),
  ...(item.settledAt === undefined ? {} : { horario: { liquidacao: item.settledAt.toISOString() } }),
})

const AnyObject = z.record(z.string(), z.unknown())

/**
 * Returns the item if jsonb can store the item; otherwise undefined. An item must not be too large or too deep, and
 * must not contain NUL or a lone surrogate.
 */
function storable(item: unknown): Record<string, unknown> | undefined {
  const text = jsonOf(item)
  if (text === undefined || text.length > RAW_CHARS_MAX || /\\u(?:0000|d[89a-f])/i.test(text))
    return undefined
  return AnyObject.safeParse(item).data
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined // nested deeper than the call stack
  }
}

/** Returns the names of the invalid fields with their faults, but without their values. */
export const faultsOf = (error: z.ZodError): string[] =>
  error.issues.slice(0, 10).map((issue) => `${issue.path.join('.')}: ${issue.code}`)

function logSkipped({ log, source }: ReadOptions, about: Record<string, unknown>): void {
  log.error({ source, ...about }, 'pix: skipped an unreadable item from the network')
}
