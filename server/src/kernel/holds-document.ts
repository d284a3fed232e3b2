/**
 * A CPF or CNPJ anywhere in a text, with its marks or without them. Whether its check digits are right does not
 * matter: one that was mistyped gives nearly as much away.
 */
const DOCUMENT =
  /(?<![\w-])(?:\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}|\d{2}[. ]?\d{3}[. ]?\d{3}[/ ]?\d{4}[- ]?\d{2}|[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/[0-9A-Z]{4}-?\d{2})(?![\w-])/i

/** Whether a CPF or CNPJ stands in a text that somebody typed. */
export const holdsDocument = (text: string): boolean => DOCUMENT.test(text)
