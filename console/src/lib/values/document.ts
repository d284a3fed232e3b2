const CPF_LENGTH = 11
const CNPJ_WEIGHTS = 8

/**
 * Returns whether a CPF or CNPJ (upper case, no punctuation) has valid check digits: modulo 11 over the ASCII
 * code of each character minus 48.
 */
export function hasCheckDigits(document: string): boolean {
  const weights = document.length === CPF_LENGTH ? CPF_LENGTH : CNPJ_WEIGHTS
  const body = document.slice(0, -2)
  const first = checkDigit(body, weights)
  return document.endsWith(`${first}${checkDigit(`${body}${first}`, weights)}`)
}

/** Computes a check digit. The weights grow from 2 starting at the right, and restart after `weights` characters. */
function checkDigit(characters: string, weights: number): number {
  const sum = Array.from(characters)
    .toReversed()
    .reduce((total, character, at) => total + (character.charCodeAt(0) - 48) * (2 + (at % weights)), 0)
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

/**
 * Returns a typed CPF or CNPJ in upper case without punctuation; undefined for any other text. Check digits
 * are verified only for a CNPJ with letters.
 */
export function readDocument(typed: string): string | undefined {
  const document = typed.replaceAll(/[.\-/\s]/g, '').toUpperCase()
  const isDocument =
    /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/.test(document) && (!/[A-Z]/.test(document) || hasCheckDigits(document))
  return isDocument ? document : undefined
}

export function formatDocument(document: string): string {
  if (document.length === CPF_LENGTH) return document.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
  return document.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5')
}
