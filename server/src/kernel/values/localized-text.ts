/** A text for display, in Portuguese and in English. */
export type LocalizedText = readonly [ptBr: string, en: string]

/** Returns the Portuguese text, which the merchant API contains; null without a text. */
export const portugueseOf = (text: LocalizedText | null): string | null => text?.[0] ?? null
