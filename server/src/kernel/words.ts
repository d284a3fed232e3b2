/** A name as it is searched: no accents, lower case, single spaces. */
export function searchable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The different words of a name, as they are searched. */
export const wordsOf = (text: string): string[] =>
  Array.from(new Set(searchable(text).split(' '))).filter((word) => word !== '')
