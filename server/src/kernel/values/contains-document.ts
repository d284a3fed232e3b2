import { hasCheckDigits } from './document.ts'

/**
 * A CPF or CNPJ of digits, with or without marks, or a CNPJ with its slash. Its check digits do not matter: a mistyped
 * document gives nearly as much away.
 */
const DOCUMENT =
  /(?<![\w-])(?:\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}|\d{2}[. ]?\d{3}[. ]?\d{3}[/ ]?\d{4}[- ]?\d{2}|[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/[0-9A-Z]{4}-?\d{2})(?![\w-])/i

/** Any other 12 letters and digits before 2 digits: a CNPJ only if the check digits are right. They may overlap. */
const PERHAPS_CNPJ =
  /(?<![\w-])(?=([0-9A-Z]{2}[. ]?[0-9A-Z]{3}[. ]?[0-9A-Z]{3}[-./ ]?[0-9A-Z]{4}[- ]?\d{2})(?![\w-]))/gi

/** Tells whether a text that somebody typed contains a CPF or CNPJ, in capitals or not. */
export const containsDocument = (text: string): boolean =>
  DOCUMENT.test(text) ||
  Array.from(text.matchAll(PERHAPS_CNPJ)).some(([, found = '']) =>
    hasCheckDigits(found.replaceAll(/[^0-9A-Z]/gi, '').toUpperCase()),
  )
