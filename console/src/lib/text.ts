/** The languages of the console. */
export const LANGUAGES = ['pt-BR', 'en'] as const

/** A language of the console. */
export type Language = (typeof LANGUAGES)[number]

/** A text in every language, side by side: the compiler refuses a catalogue where one is missing. */
export type Text = readonly [ptBr: string, en: string]

/** The wording in one language. */
export function textIn(text: Text, language: Language): string {
  return text[language === 'pt-BR' ? 0 : 1]
}

/** One form for one, another for every other count; `#` stands for the number. */
export type Forms = readonly [one: string, other: string]

const RULES: Record<Language, Intl.PluralRules> = {
  'pt-BR': new Intl.PluralRules('pt-BR'),
  en: new Intl.PluralRules('en'),
}

function inflect(count: number, language: Language, forms: Forms): string {
  const form = RULES[language].select(count) === 'one' ? forms[0] : forms[1]
  return form.replace('#', new Intl.NumberFormat(language).format(count))
}

/** A text with a count in it, in the grammatical number of each language (zero is singular in Portuguese). */
export function counted(count: number, ptBr: Forms, en: Forms): Text {
  return [inflect(count, 'pt-BR', ptBr), inflect(count, 'en', en)]
}

/** True for a tag the console speaks. */
export function isLanguage(tag: unknown): tag is Language {
  return LANGUAGES.some((language) => language === tag)
}

/** A whole number with its thousands marked. */
export function countText(count: number, language: Language): string {
  return new Intl.NumberFormat(language).format(count)
}
