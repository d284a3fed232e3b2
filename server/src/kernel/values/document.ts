/**
 * The form of a CPF or CNPJ without punctuation. Since July 2026 a CNPJ may have capital letters among its first 12
 * characters.
 */
const SHAPE = /^(?:\d{11}|[0-9A-Z]{12}\d{2})$/

const WEIGHT_MIN = 2
/**
 * The number of different weights in the check digits of a CNPJ: 2 to 9, repeated. The weights of a CPF go up to 11 and
 * do not repeat.
 */
const CNPJ_WEIGHTS = 8
const CPF_LENGTH = 11

/**
 * Returns whether a CPF or CNPJ without punctuation ends with valid check digits. Check digits are computed modulo 11
 * over the ASCII code of each preceding character minus 48, so a digit counts as its value.
 */
export function hasCheckDigits(document: string): boolean {
  const body = document.slice(0, -2)
  const first = checkDigit(body, document.length)
  return document.endsWith(`${first}${checkDigit(`${body}${first}`, document.length)}`)
}

/**
 * Returns whether a text is a CPF (11 digits) or CNPJ (14 characters), without punctuation and in capitals. A CNPJ with
 * a letter must have valid check digits. The Pix network verifies the check digits of a document that consists of
 * digits.
 */
export const isDocument = (text: string): boolean =>
  SHAPE.test(text) && (!/[A-Z]/.test(text) || hasCheckDigits(text))

/** Returns a typed CPF or CNPJ without punctuation and in capitals; undefined for any other text. */
export function readDocument(typed: string): string | undefined {
  const document = typed.replaceAll(/[.\-/\s]/g, '').toUpperCase()
  return isDocument(document) ? document : undefined
}

function checkDigit(characters: string, documentLength: number): number {
  const weights = documentLength === CPF_LENGTH ? CPF_LENGTH : CNPJ_WEIGHTS
  const sum = Array.from(characters)
    .toReversed()
    .reduce(
      (total, character, at) => total + (character.charCodeAt(0) - 48) * (WEIGHT_MIN + (at % weights)),
      0,
    )
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

/** Masks a CPF as `***.456.789-**` and a CNPJ as `**.345.678/****-**`. */
export function maskDocument(document: string): string {
  if (document.length === 11) return `***.${document.slice(3, 6)}.${document.slice(6, 9)}-**`
  return `**.${document.slice(2, 5)}.${document.slice(5, 8)}/****-**`
}
