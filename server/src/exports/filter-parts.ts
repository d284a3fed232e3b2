import { z } from 'zod'
import { isStorableMoment, MomentText } from '../kernel/values/moment.ts'
import { readDocument, maskDocument } from '../kernel/values/document.ts'
import { containsDocument } from '../kernel/values/contains-document.ts'

// Members of filters, in the form of the console's GraphQL variables. A null or absent member does not restrict the
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
 * Returns a search text as the audit log may record it. If the text is a CPF or CNPJ, masks it. If a longer text
 * contains a CPF or CNPJ, replaces the whole text. Returns null without a text.
 */
export function redactSearch(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const document = readDocument(text) ?? readDocument(text.replaceAll(/\D/g, ''))
  if (document !== undefined) return maskDocument(document)
  return containsDocument(text) ? HIDDEN : text
}
