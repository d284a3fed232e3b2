import { z } from 'zod'
import { CALLBACK_MODES } from './callbacks.ts'
import { jsonBody, type RoutedCall } from './calls.ts'
import { FAULT_GROUPS, FAULT_MODES } from './faults.ts'
import { PARTS_MAX } from './meds.ts'
import { Refusal } from './problems.ts'

const PAY_MANY_MAX = 1000
const DELAY_MAX_MS = 86_400_000
const LIST_DEFAULT = 50
const LIST_MAX = 1000

const Cents = z.union([
  z.int().nonnegative().transform(BigInt),
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(BigInt),
])
/** A wait in milliseconds, at most a day. */
export const DelayMs = z.int().min(0).max(DELAY_MAX_MS)

export const PayBody = z.object({
  txid: z.string().optional(),
  qr_code: z.string().optional(),
  chave: z.string().min(1).max(77).optional(),
  txids: z.array(z.string()).min(1).max(PAY_MANY_MAX).optional(),
  amount_cents: Cents.optional(),
  end_to_end_id: z
    .string()
    .regex(/^[A-Za-z0-9]{32}$/)
    .optional(),
  times: z.int().optional(),
  callback: z.enum(CALLBACK_MODES).optional(),
  delay_ms: DelayMs.optional(),
  paid_at: z.iso.datetime({ offset: true }).optional(),
  info: z.string().max(140).optional(),
})

export const FaultBody = z.object({
  on: z.enum(FAULT_GROUPS),
  mode: z.enum(FAULT_MODES),
  probability: z.number().min(0).max(1).optional(),
  count: z.int().positive().optional(),
  delay_ms: DelayMs.optional(),
})

/**
 * A wait in milliseconds, at most 90 days, because the network returns a payment only within 90 days after the
 * payment.
 */
const MedDelayMs = z
  .int()
  .min(0)
  .max(90 * DELAY_MAX_MS)

export const MedBody = z.object({
  end_to_end_id: z.string().optional(),
  txid: z.string().optional(),
  amount_cents: Cents.optional(),
  natureza: z.enum(['MED_FRAUDE', 'MED_OPERACIONAL', 'MED_PIX_AUTOMATICO']).optional(),
  outcome: z.enum(['returned', 'closed', 'cancelled', 'open']).optional(),
  delay_ms: MedDelayMs.optional(),
  notice: z.boolean().optional(),
  deadline_ms: MedDelayMs.optional(),
  description: z.string().min(1).max(2000).optional(),
  callback: z.enum(CALLBACK_MODES).optional(),
  returns: z.array(Cents).min(1).max(PARTS_MAX).optional(),
  return_interval_ms: MedDelayMs.optional(),
})

export const MedEndBody = z.object({
  outcome: z.enum(['returned', 'closed', 'cancelled']),
  returns: z.array(Cents).min(1).max(PARTS_MAX).optional(),
})

/** Parses the body. @throws Refusal RequisicaoInvalida with every violation. */
export function read<Schema extends z.ZodType>(schema: Schema, call: RoutedCall): z.output<Schema> {
  const result = schema.safeParse(jsonBody(call))
  if (result.success) return result.data
  const violacoes = result.error.issues.map(({ path, message }) => ({
    razao: message,
    propriedade: path.join('.'),
  }))
  throw new Refusal('RequisicaoInvalida', violacoes)
}

/** Returns a refusal because of one field of a control call. */
export const badField = (propriedade: string, razao: string): Refusal =>
  new Refusal('RequisicaoInvalida', [{ razao, propriedade }])

/** Reads the query parameter `limit` of a list. @throws Refusal RequisicaoInvalida */
export function readLimit(call: RoutedCall): number {
  const limit = Number(call.query.get('limit') ?? LIST_DEFAULT)
  if (!Number.isInteger(limit) || limit < 1 || limit > LIST_MAX)
    throw badField('limit', `De 1 a ${LIST_MAX}.`)
  return limit
}
