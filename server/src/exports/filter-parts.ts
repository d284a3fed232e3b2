import { z } from 'zod'
import { isStorableMoment, MomentText } from '../kernel/values/moment.ts'
import { readDocument } from '../kernel/values/document.ts'
import { containsDocument } from '../kernel/values/contains-document.ts'
import { maskDocument } from '../merchants/mask-document.ts'

// Fields of filters, in the form of the console's GraphQL variables. A null or absent field does not restrict the
// list.

export const merchantId = z.uuid().toLowerCase()
export const someMerchant = merchantId.nullish()
export const moment = MomentText.transform((text) => new Date(text))
  .refine(isStorableMoment)
  .nullish()
export const cents = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt)
  .nullish()
export const words = z.string().max(200).nullish()

export const orUndefined = <T>(value: T | null | undefined): T | undefined => value ?? undefined

const HIDDEN = '[…]'

/**
 * Returns a search text for the audit log. Masks a text that is a CPF or CNPJ. Replaces a longer text that contains a
 * CPF or CNPJ.
 */
export function redactSearch(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const document = readDocument(text) ?? readDocument(text.replaceAll(/\D/g, ''))
  if (document !== undefined) return maskDocument(document)
  return containsDocument(text) ? HIDDEN : text
}
