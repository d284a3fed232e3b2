import { z } from 'zod'
import type { Log } from '../kernel/log.ts'
import { fromReais, toReais } from '../kernel/values/money.ts'
import type { NetworkPix, NetworkReturn } from './provider.ts'

/**
 * Readers of what API Pix calls a Pix. They take what the standard requires and what PSPs really send; fields
 * they do not know are left alone, because the standard adds some at any time.
 */

/** Room for one Pix as it came; all the standard's own fields take about 3 KB. */
const RAW_CHARS_MAX = 16_384

/** An amount in reais as API Pix writes it, in centavos; zero is none. */
export const Amount = z.string().transform((text, check) => {
  const cents = fromReais(text)
  if (cents !== undefined && cents > 0n) return cents
  check.addIssue({ code: 'custom', message: 'is not an amount' })
  return z.NEVER
})

/**
 * RFC 3339. A time without an offset, against the standard, is read as UTC. One outside the years 1 to 9999 of UTC is
 * refused: PostgreSQL does not read it, and one such payment would keep all others of its page from being stored.
 */
export const Instant = z.iso
  .datetime({ offset: true, local: true })
  .transform((text) => new Date(/(?:Z|[+-]\d{2}:\d{2})$/.test(text) ? text : `${text}Z`))
  .refine((date) => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999)

/** Text that PostgreSQL takes; longer, empty and other values count as absent. */
const optionalText = (charsMax: number) =>
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

/** Where unreadable items are told, and what they were part of; nothing an item says is logged. */
export interface ReadOptions {
  log: Log
  source: 'callback' | 'cob' | 'list' | 'return'
}

/** The readable ones among `items` in their order, and how many were not. */
export function readPixItems(
  items: readonly unknown[],
  options: ReadOptions,
): { items: NetworkPix[]; unreadable: number } {
  const read: NetworkPix[] = []
  for (const [index, item] of items.entries()) {
    const parsed = PixItem.safeParse(item)
    if (parsed.success) read.push(toPix(parsed.data, item, options))
    else tell(options, { item: index, faults: faultsOf(parsed.error) })
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

/** A list by the standard; the standard's own example shows a single object. */
function readReturns(value: unknown, options: ReadOptions): NetworkReturn[] {
  return listOf(value).flatMap((item, index) => readReturn(item, options, index) ?? [])
}

/** One return; undefined, and told, when it cannot be read. */
export function readReturn(item: unknown, options: ReadOptions, index = 0): NetworkReturn | undefined {
  const parsed = ReturnItem.safeParse(item)
  if (parsed.success) return toReturn(parsed.data, item)
  tell(options, { return: index, faults: faultsOf(parsed.error) })
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
 * The item itself when a jsonb column takes it: not too large or deep, no NUL, no half of a surrogate pair.
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
    return undefined // nested deeper than the stack
  }
}

/** Which fields were at fault, without what they said. */
export const faultsOf = (error: z.ZodError): string[] =>
  error.issues.slice(0, 10).map((issue) => `${issue.path.join('.')}: ${issue.code}`)

function tell({ log, source }: ReadOptions, about: Record<string, unknown>): void {
  log.error({ source, ...about }, 'pix: an item of the network could not be read and was skipped')
}
