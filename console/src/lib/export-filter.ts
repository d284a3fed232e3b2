import { exports } from './i18n/exports.ts'
import type { Words } from './export-file.ts'
import { textIn, type Language, type Text } from './text.ts'
import type { Zone } from './time/day.ts'
import { formatWhen } from './time/when.ts'
import { formatCents } from './values/money.ts'

type FilterName = readonly [name: Text, words?: Words]

/** The name of each filter condition in the exported file; null for a condition that the file does not mention. */
export type FilterNames<Filter> = { readonly [Member in keyof Filter]-?: FilterName | null }

export const MERCHANT_FILTER = { merchantId: [exports.merchant] } as const

type Reader = { language: Language; zone: Zone; merchantName: string | undefined }

/** Describes a filter: returns the name and the value of each condition that is set and that the file mentions. */
export function filterLines<Filter extends object>(
  filter: Filter,
  names: FilterNames<Filter>,
  reader: Reader,
): [name: string, value: string][] {
  const nameOf: Partial<Record<string, FilterName | null>> = names
  return Object.entries(filter).flatMap(([member, value]): [string, string][] => {
    const known = nameOf[member]
    if (!known || value === null || value === undefined) return []
    const [name, words = {}] = known
    return [[textIn(name, reader.language), valueText(member, value, words, reader)]]
  })
}

function valueText(member: string, value: unknown, words: Words, reader: Reader): string {
  const { language, zone, merchantName } = reader
  const word = (code: unknown) => {
    const text = words[String(code)]
    return text ? textIn(text, language) : String(code)
  }
  if (Array.isArray(value)) return value.map(word).join(', ')
  const text = String(value)
  if (member === 'merchantId') return merchantName ?? text
  if (/cents$/i.test(member)) return formatCents(text, language)
  if (/from$/i.test(member)) return formatWhen(text, { language, zone, precision: 'minute' })
  // A period does not include its end. The text therefore shows the last minute before the end.
  if (/to$/i.test(member))
    return formatWhen(new Date(Date.parse(text) - 1).toISOString(), { language, zone, precision: 'minute' })
  if (member === 'asOf') return formatWhen(text, { language, zone, precision: 'minute' })
  return word(text)
}
