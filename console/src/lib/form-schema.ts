import * as z from 'zod/mini'
import { common } from './i18n/common.ts'
import { filters } from './i18n/search/filters.ts'
import type { Language, Text } from './text.ts'
import { parseInteger } from './values/integer.ts'
import { formatCents, parseAmount, type Cents } from './values/money.ts'

/** A schema that turns a typed text into the value that the form sends. */
export type TextSchema<Value> = z.ZodMiniType<Value, string>

/** The language of error messages and of typed amounts. */
export interface FormLanguage {
  t: (text: Text) => string
  language: Language
}

/** A required text, without spaces around it. */
export const requiredText = (message: string): TextSchema<string> =>
  z.string().check(z.trim(), z.minLength(1, message))

/** A text without spaces around it, or null when it is empty. */
export const optionalText: TextSchema<string | null> = z.pipe(
  z.string(),
  z.transform((typed) => typed.trim() || null),
)

/** Accepts one of the values. Refuses the empty text, which means that the person has chosen nothing. */
export const chosen = <Value extends string>(
  values: readonly Value[],
  message: string,
): z.ZodMiniType<Value, Value | ''> =>
  z.pipe(
    z.custom<Value | ''>(),
    z.transform((given, context) => {
      const value = values.find((one) => one === given)
      if (value !== undefined) return value
      context.issues.push({ code: 'custom', message, input: given })
      return z.NEVER
    }),
  )

/** The schema of a field that the form does not show. Its value is null. */
export const hidden: TextSchema<null> = z.pipe(
  z.string(),
  z.transform(() => null),
)

/** An integer of at most six digits. */
export const integer = ({ t }: FormLanguage): TextSchema<number> =>
  parsed((typed) => {
    const value = parseInteger(typed)
    return value === null ? { fault: t(common.numberInvalid) } : { value }
  })

/** An amount in centavos, at most `max`. The schema refuses zero unless the options allow it. */
export const amount = (
  { t, language }: FormLanguage,
  limits: { max?: Cents | undefined; zero?: 'allowed' } = {},
): TextSchema<string> =>
  parsed((typed) => {
    const read = parseAmount(typed, language)
    if (read.kind === 'ambiguous') return { fault: t(filters.amountAmbiguous) }
    if (read.kind !== 'cents') return { fault: t(filters.amountInvalid) }
    if (read.cents === 0n && limits.zero !== 'allowed') return { fault: t(filters.amountZero) }
    if (limits.max !== undefined && read.cents > BigInt(limits.max))
      return { fault: t(filters.amountTooMuch(formatCents(limits.max, language))) }
    return { value: read.cents.toString() }
  })

/** A schema that applies `clean` to the typed text, and accepts the cleaned text when `fits` returns true. */
export const matching = (
  message: string,
  { clean, fits }: { clean: (typed: string) => string; fits: (text: string) => boolean },
): TextSchema<string> =>
  parsed((typed) => (fits(clean(typed)) ? { value: clean(typed) } : { fault: message }))

/** Creates a schema whose value, or whose error, `parse` returns for the typed text. */
export function parsed<Value>(
  parse: (typed: string) => { value: Value } | { fault: string },
): TextSchema<Value> {
  return z.pipe(
    z.string(),
    z.transform((typed, context) => {
      const result = parse(typed)
      if ('value' in result) return result.value
      context.issues.push({ code: 'custom', message: result.fault, input: typed })
      return z.NEVER
    }),
  )
}
