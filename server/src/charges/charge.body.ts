import { z } from 'zod'
import { fault } from '../kernel/input/faults.ts'
import { documentOrEmpty, text } from '../kernel/input/fields.ts'

const METADATA_PAIRS_MAX = 20

/** An amount in centavos: a JSON integer, or a string of up to 18 digits for larger amounts. */
export const amount = z
  .union([
    z.int().min(0).max(Number.MAX_SAFE_INTEGER).transform(BigInt).meta({ type: 'integer', minimum: 1 }),
    z
      .string()
      .regex(/^\d{1,18}$/, 'Centavos: de 1 a 18 dígitos, sem ponto, vírgula ou sinal.')
      .transform(BigInt)
      .meta({ pattern: '^0*[1-9][0-9]*$', maxLength: 18 }),
  ])
  .refine((cents) => cents > 0n, {
    params: { ...fault('out_of_range'), hint: 'Um valor em centavos, acima de zero.' },
  })

const email = text(0, 254)
  .refine(
    (value) => value === '' || /^[^\s@]{1,64}@(?=[^@]{1,254}$)[^\s@]{1,190}\.[^\s@.]{2,63}$/.test(value),
    { params: { ...fault('format'), hint: 'Um e-mail como nome@dominio.com.br.' } },
  )
  .meta({ pattern: '^([^\\s@\\u0000]{1,64}@[^\\s@\\u0000]{1,190}\\.[^\\s@.\\u0000]{2,63})?$' })

const Payer = z.strictObject({
  name: text(0, 200).optional(),
  document: documentOrEmpty.optional(),
  email: email.optional(),
  phone: z
    .string()
    .regex(/^(\+?\d{10,13})?$/, 'De 10 a 13 dígitos com DDD, com ou sem + e 55.')
    .optional(),
})

/** Refuses a key named `__proto__`, because copying the object would drop this key without an error. */
const withoutProto = (given: unknown, check: z.core.$RefinementCtx): unknown => {
  if (typeof given === 'object' && given !== null && Object.hasOwn(given, '__proto__')) {
    check.addIssue({ code: 'custom', path: ['__proto__'], params: fault('not_allowed') })
  }
  return given
}

export const metadata = z.preprocess(
  withoutProto,
  z
    .record(text(0, 60), text(0, 500))
    .refine((pairs) => Object.keys(pairs).length <= METADATA_PAIRS_MAX, {
      params: { ...fault('too_long'), hint: `Máximo: ${METADATA_PAIRS_MAX} pares.` },
    })
    .meta({ maxProperties: METADATA_PAIRS_MAX }),
)

/** The body of POST /v1/pix/charges. */
export const CreateChargeBody = z.strictObject({
  order_reference: text(1, 120),
  amount_cents: amount,
  currency: z.literal('BRL').default('BRL'),
  description: text(0, 500).optional(),
  payer: Payer.optional(),
  expires_in_seconds: z.int().min(60).max(604_800).default(3_600),
  metadata: metadata.default({}),
})
