import type { Zone } from './day.ts'
import { FILTER_NAMES } from './export-columns.ts'
import { textIn, type Language } from './i18n/text.ts'
import { formatCents } from './money.ts'
import { formatWhen } from './when.ts'

/** What is needed to tell of a filter. */
type Reader = { language: Language; zone: Zone; merchantName: string | undefined }

/** What a filter lets through, a line for each condition; nothing for a list without one. */
export function filterLines(filter: object, reader: Reader): [name: string, value: string][] {
  return Object.entries(filter).flatMap(([member, value]): [string, string][] => {
    const known = FILTER_NAMES[member]
    if (!known || value === null || value === undefined) return []
    return [[textIn(known[0], reader.language), valueText(member, value, reader)]]
  })
}

function valueText(member: string, value: unknown, { language, zone, merchantName }: Reader): string {
  const words = FILTER_NAMES[member]?.[1] ?? {}
  const word = (code: unknown) => {
    const text = words[String(code)]
    return text ? textIn(text, language) : String(code)
  }
  if (Array.isArray(value)) return value.map(word).join(', ')
  const text = String(value)
  if (member === 'merchantId') return merchantName ?? text
  if (/cents$/i.test(member)) return formatCents(text, language)
  if (/(from|to)$/i.test(member)) return formatWhen(text, { language, zone, precision: 'minute' })
  return word(text)
}
