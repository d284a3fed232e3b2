import { z } from 'zod'
import { isDocument } from '../values/document.ts'
import { isStorable } from '../values/storable.ts'
import { fault } from './faults.ts'

/** The published pattern of a text without NUL. PostgreSQL cannot store NUL. */
const WITHOUT_NUL = '^[^\\u0000]*$'

/** A text of `min` to `max` code points that PostgreSQL can store. */
export function text(min: number, max: number) {
  return z
    .string()
    .superRefine((value, check) => {
      const length = Array.from(value).length
      if (!isStorable(value)) check.addIssue({ code: 'custom', params: fault('format') })
      else if (length < min)
        check.addIssue({
          code: 'custom',
          params: { ...fault('too_short'), hint: `Mínimo: ${min} caracteres.` },
        })
      else if (length > max)
        check.addIssue({
          code: 'custom',
          params: { ...fault('too_long'), hint: `Máximo: ${max} caracteres.` },
        })
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max, pattern: WITHOUT_NUL })
}

const DOCUMENT_HINT = 'CPF com 11 dígitos ou CNPJ com 14 caracteres, sem pontuação e com letras maiúsculas.'
const CHECK_DIGITS_HINT = 'Os dígitos verificadores do CNPJ com letras não conferem.'

const documentOf = (shape: RegExp) =>
  z
    .string()
    .regex(shape, { error: DOCUMENT_HINT, abort: true })
    .refine((value) => value === '' || isDocument(value), {
      params: { ...fault('format'), hint: CHECK_DIGITS_HINT },
    })
    .meta({
      description:
        'CPF (11 dígitos) ou CNPJ (14 caracteres), sem pontuação. O CNPJ pode ter letras maiúsculas nas 12 primeiras ' +
        'posições; nesse caso os dois dígitos verificadores são conferidos.',
    })

/** A CPF or CNPJ that `isDocument` accepts. */
export const document = documentOf(/^(\d{11}|[0-9A-Z]{12}\d{2})$/)

/** A CPF or CNPJ as `document` accepts, or an empty text. */
export const documentOrEmpty = documentOf(/^(\d{11}|[0-9A-Z]{12}\d{2})?$/)

/**
 * An amount in centavos, above zero: a JSON integer, or a string of up to 18 digits. Amounts that are too large for a
 * JSON integer need a string.
 */
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

const METADATA_PAIRS_MAX = 20

/** Refuses a key named `__proto__`, because copying the object would drop this key without an error. */
const withoutProto = (given: unknown, check: z.core.$RefinementCtx): unknown => {
  if (typeof given === 'object' && given !== null && Object.hasOwn(given, '__proto__')) {
    check.addIssue({ code: 'custom', path: ['__proto__'], params: fault('not_allowed') })
  }
  return given
}

/** The metadata of a charge or of a refund: up to METADATA_PAIRS_MAX pairs of texts. */
export const metadata = z.preprocess(
  withoutProto,
  z
    .record(text(0, 60), text(0, 500))
    .refine((pairs) => Object.keys(pairs).length <= METADATA_PAIRS_MAX, {
      params: { ...fault('too_long'), hint: `Máximo: ${METADATA_PAIRS_MAX} pares.` },
    })
    .meta({ maxProperties: METADATA_PAIRS_MAX }),
)
