/** A name as it is searched: no accents, lower case, single spaces. */
export function normalizeForSearch(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** What is kept of the words after one. */
export const REST_CHARS_MAX = 40

/** A word of a name, as it is searched, and what follows it there. */
export interface NameWord {
  word: string
  rest: string
}

/** The words of a name at each of their places. */
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
