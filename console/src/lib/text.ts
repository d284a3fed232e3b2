export const LANGUAGES = ['pt-BR', 'en'] as const

export type Language = (typeof LANGUAGES)[number]

/** A text in both languages. The tuple makes a missing translation a type error. */
export type Text = readonly [ptBr: string, en: string]

export function textIn(text: Text, language: Language): string {
  return text[language === 'pt-BR' ? 0 : 1]
}

/** The largest number of rows that the server counts exactly. A larger count means only "more than 1,000". */
export const COUNTED_MAX = 1_000

/** The singular and the plural of a text. The number replaces `#`. */
export type Forms = readonly [one: string, other: string]

function inflect(count: number, language: Language, forms: Forms): string {
  const form = count === 1 ? forms[0] : forms[1]
  return form.replace('#', new Intl.NumberFormat(language).format(count))
}

/** Returns a text with a count, in the grammatical number of each language. Zero takes the plural. */
export function counted(count: number, ptBr: Forms, en: Forms): Text {
  return [inflect(count, 'pt-BR', ptBr), inflect(count, 'en', en)]
}

export function isLanguage(tag: unknown): tag is Language {
  return LANGUAGES.some((language) => language === tag)
}

/** Formats an integer with thousands separators. */
export function countText(count: number, language: Language): string {
  return new Intl.NumberFormat(language).format(count)
}
