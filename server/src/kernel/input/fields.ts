import { z } from 'zod'
import { isDocument } from '../values/document.ts'
import { isStorable } from '../values/storable.ts'
import { fault } from './faults.ts'

/** The published pattern of a text. PostgreSQL cannot store NUL. */
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
