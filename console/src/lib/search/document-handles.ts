import { hasCheckDigits } from '../values/document.ts'
import { randomKey } from '../random-key.ts'

/**
 * A CPF or CNPJ of digits, with or without marks, or a CNPJ with its slash. Its check digits do not matter: a mistyped
 * document gives nearly as much away. The server has the same rule (`kernel/values/contains-document.ts`).
 */
const DOCUMENT =
  /(?<![\w-])(?:\d{3}[. ]?\d{3}[. ]?\d{3}[- ]?\d{2}|\d{2}[. ]?\d{3}[. ]?\d{3}[/ ]?\d{4}[- ]?\d{2}|[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/[0-9A-Z]{4}-?\d{2})(?![\w-])/i

/** Any other 12 letters and digits before 2 digits: a CNPJ only if the check digits are right. They may overlap. */
const PERHAPS_CNPJ =
  /(?<![\w-])(?=([0-9A-Z]{2}[. ]?[0-9A-Z]{3}[. ]?[0-9A-Z]{3}[-./ ]?[0-9A-Z]{4}[- ]?\d{2})(?![\w-]))/gi

const HANDLE = /^kept-[0-9a-f]{12}$/
const HANDLE_DIGITS = 12
const KEPT_MAX = 20

/** Texts with a document in them, by what stands for each in addresses. Of this window alone, and never stored. */
const kept = new Map<string, string>()

/** Tells whether a text, or any text within a value, contains a CPF or CNPJ, in capitals or not. */
export function containsDocument(value: unknown): boolean {
  if (typeof value === 'string') return DOCUMENT.test(value) || containsLetteredCnpj(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(containsDocument)
}

function containsLetteredCnpj(text: string): boolean {
  return Array.from(text.matchAll(PERHAPS_CNPJ)).some(([, found = '']) =>
    hasCheckDigits(found.replaceAll(/[^0-9A-Z]/gi, '').toUpperCase()),
  )
}

/** What stands for a text in an address: itself, or, where it holds a document, a word that only this window knows. */
export function hideDocument(text: string): string {
  if (!containsDocument(text)) return text
  for (const [handle, known] of kept) if (known === text) return handle
  const handle = `kept-${randomKey().slice(0, HANDLE_DIGITS)}`
  kept.set(handle, text)
  for (const [oldest] of kept) if (kept.size > KEPT_MAX) kept.delete(oldest)
  return handle
}

/** The text that a part of an address stands for; the part itself where it stands for nothing, or for nothing known. */
export const restoreDocument = (part: string): string => kept.get(part) ?? part

/** Whether a part of an address stands for a text with a document in it. */
export const isDocumentHandle = (part: string | undefined): boolean => part !== undefined && HANDLE.test(part)

/** Forgets all of them: whoever sits here next has no business with them. */
export const clearDocumentHandles = (): void => kept.clear()
