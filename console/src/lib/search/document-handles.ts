import { hasCheckDigits } from '../values/document.ts'
import { randomKey } from '../random-key.ts'

/**
 * Matches a CPF or CNPJ that consists of digits, with or without punctuation, and any CNPJ with a slash. The pattern
 * ignores check digits, because even a mistyped document identifies a person. contains-document.ts of the server has
 * the same rule.
 */
const DOCUMENT =
  /(?<![\w-])(?:\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}|\d{2}[. ]?\d{3}[. ]?\d{3}[/ ]?\d{4}[- ]?\d{2}|[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/[0-9A-Z]{4}-?\d{2})(?![\w-])/i

/**
 * Matches other texts of 12 letters and digits followed by 2 digits. Such a text is a CNPJ only if its check digits are
 * valid. Matches may overlap.
 */
const PERHAPS_CNPJ =
  /(?<![\w-])(?=([0-9A-Z]{2}[. ]?[0-9A-Z]{3}[. ]?[0-9A-Z]{3}[-./ ]?[0-9A-Z]{4}[- ]?\d{2})(?![\w-]))/gi

const HANDLE = /^kept-[0-9a-f]{12}$/
const HANDLE_DIGITS = 12
const HANDLES_MAX = 20

/** Maps each handle to the text with a CPF or CNPJ that the handle replaces in URLs. Only this window has the map. */
const textByHandle = new Map<string, string>()

/** Returns whether a text, or any text within a value, contains a CPF or CNPJ. Ignores case. */
export function containsDocument(value: unknown): boolean {
  if (typeof value === 'string') return DOCUMENT.test(value) || containsLetteredCnpj(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(containsDocument)
}

function containsLetteredCnpj(text: string): boolean {
  return Array.from(text.matchAll(PERHAPS_CNPJ)).some(([, found = '']) =>
    hasCheckDigits(found.replaceAll(/[^0-9A-Z]/gi, '').toUpperCase()),
  )
}

/**
 * Returns the text to put into a URL. Replaces a text that contains a CPF or CNPJ with a random handle, which only this
 * window can resolve.
 */
export function hideDocument(text: string): string {
  if (!containsDocument(text)) return text
  for (const [handle, known] of textByHandle) if (known === text) return handle
  const handle = `kept-${randomKey().slice(0, HANDLE_DIGITS)}`
  textByHandle.set(handle, text)
  for (const [oldest] of textByHandle) if (textByHandle.size > HANDLES_MAX) textByHandle.delete(oldest)
  return handle
}

/** Returns the text that a handle replaced. Returns any other text, or an unknown handle, unchanged. */
export const restoreDocument = (part: string): string => textByHandle.get(part) ?? part

export const isDocumentHandle = (part: string | undefined): boolean => part !== undefined && HANDLE.test(part)

/** Deletes all texts with a CPF or CNPJ, so that the next person at this computer cannot restore them. */
export const clearDocumentHandles = (): void => textByHandle.clear()
