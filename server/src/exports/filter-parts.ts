import { z } from 'zod'
import { maskDocument } from '../merchants/mask-document.ts'

/** Members of filters, as the console's queries carry them: what is empty is no condition. */

export const merchantId = z.uuid().toLowerCase()
export const someMerchant = merchantId.nullish()
export const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .nullish()
export const cents = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt)
  .nullish()
export const words = z.string().max(200).nullish()

export const orUndefined = <T>(value: T | null | undefined): T | undefined => value ?? undefined

/** A search as the record may keep it: a document in it is masked as everywhere else. */
export function toldSearch(text: string | null | undefined): string | null {
  if (text === null || text === undefined) return null
  const digits = text.replaceAll(/\D/g, '')
  return digits.length === 11 || digits.length === 14 ? maskDocument(digits) : text
}
