import { hasCheckDigits } from './document.ts'

/**
 * Matches a CPF or CNPJ that consists of digits, with or without punctuation, and any CNPJ with a slash. Check digits
 * are not verified, because a mistyped document also discloses personal data.
 */
const DOCUMENT =
  /(?<![\w-])(?:\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}|\d{2}[. ]?\d{3}[. ]?\d{3}[/ ]?\d{4}[- ]?\d{2}|[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/[0-9A-Z]{4}-?\d{2})(?![\w-])/i

/**
 * Matches other texts of 12 letters or digits followed by 2 digits, which are a CNPJ only with valid check digits.
 * Matches may overlap.
 */
const CNPJ_CANDIDATE =
  /(?<![\w-])(?=([0-9A-Z]{2}[. ]?[0-9A-Z]{3}[. ]?[0-9A-Z]{3}[-./ ]?[0-9A-Z]{4}[- ]?\d{2})(?![\w-]))/gi

/** Returns whether a typed text contains a CPF, or a CNPJ in upper or lower case. */
export const containsDocument = (text: string): boolean =>
  DOCUMENT.test(text) ||
  Array.from(text.matchAll(CNPJ_CANDIDATE)).some(([, found = '']) =>
    hasCheckDigits(found.replaceAll(/[^0-9A-Z]/gi, '').toUpperCase()),
  )
