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
  name: text(0, 200).optional().describe('O nome de quem paga'),
  document: documentOrEmpty.optional(),
  email: email.optional().describe('Só para emitir o Pix; não é guardado'),
  phone: z
    .string()
    .regex(/^(\+?\d{10,13})?$/, 'De 10 a 13 dígitos com DDD, com ou sem + e 55.')
    .optional()
    .describe('Com DDD, com ou sem + e 55. Só para emitir o Pix; não é guardado'),
})

/** The body of POST /v1/pix/charges. */
export const CreateChargeBody = z.strictObject({
  order_reference: text(1, 120).describe('O pedido na loja: único na conta, uma cobrança por pedido'),
  amount_cents: amount.describe('O valor em centavos: 1990 são R$ 19,90'),
  currency: z.literal('BRL').default('BRL').describe('A moeda: só BRL'),
  description: text(0, 500)
    .optional()
    .describe('Aparece para quem paga, cortada em 140 caracteres. Ausente: sem descrição'),
  payer: Payer.optional().describe(
    'Quem paga. Os quatro membros são precisos para emitir o Pix; sem um deles, a cobrança pode ficar failed',
  ),
  expires_in_seconds: z
    .int()
    .min(60)
    .max(604_800)
    .default(3_600)
    .describe('Por quantos segundos o QR Code vale'),
  metadata: metadata
    .default({})
    .describe('Guardado com a cobrança. Nenhuma resposta nem evento da cobrança o contém'),
})
