/**
 * Normalizes a name for search: removes accents, converts to lower case, and replaces each run of other characters than
 * letters and digits by one space. Removes the spaces at both ends.
 */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The maximum length of `NameWord.rest`. */
export const REST_CHARS_MAX = 40

/** A normalized word of a name, with the words that follow it, cut to REST_CHARS_MAX. */
export interface NameWord {
  word: string
  rest: string
}

/** Returns the normalized words of a name in order, each with the words that follow it. */
export function wordsOf(text: string): NameWord[] {
  const words = normalizeForSearch(text).split(' ')
  return words
    .map((word, n) => ({
      word,
      rest: words
        .slice(n + 1)
        .join(' ')
        .slice(0, REST_CHARS_MAX),
    }))
    .filter(({ word }) => word !== '')
}
