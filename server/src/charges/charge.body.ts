import { z } from 'zod'
import { fault } from '../kernel/input/faults.ts'
import { amount, documentOrEmpty, metadata, text } from '../kernel/input/fields.ts'

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

/** The body of POST /v1/pix/charges. */
export const CreateChargeBody = z.strictObject({
  order_reference: text(1, 120),
  amount_cents: amount,
  currency: z.literal('BRL').default('BRL'),
  description: text(0, 500).optional(),
  payer: Payer.optional(),
  expires_in_seconds: z.int().min(60).max(604_800).default(3_600),
  metadata: metadata
    .default({})
    .describe('Guardado com a cobrança. Nenhuma resposta nem evento da cobrança o contém'),
})
