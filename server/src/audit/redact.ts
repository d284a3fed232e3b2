import { hasCheckDigits } from '../kernel/values/document.ts'

/** The values that a change sets, by name. */
export type AuditValues = Record<string, string | number | boolean | null | readonly string[]>

/** Names of values that must not enter the audit log, because nothing can be removed from the log later. */
const SECRET_NAME = /password|token|document|secret(?!_last4)|(^|_)key$/i
const REDACTED = '[…]'

/**
 * Replaces each text whose name marks a secret, a key or a document. In all other texts, replaces every CPF and CNPJ.
 * Values that are not texts stay unchanged.
 */
export const redactValues = (values: AuditValues): AuditValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (SECRET_NAME.test(name) && typeof value === 'string') return [name, REDACTED]
      return [name, typeof value === 'string' ? redactText(value) : value]
    }),
  )

/**
 * Patterns for texts that may be a CPF or a CNPJ. A lookahead tries each pattern at every position, because a text with
 * wrong check digits may overlap a real CPF or CNPJ.
 */
const CANDIDATES = [
  {
    pattern:
      /(?<![0-9A-Z])(?=([0-9A-Z]{2}[\s.]?[0-9A-Z]{3}[\s.]?[0-9A-Z]{3}[\s/.-]?[0-9A-Z]{4}[\s-]?\d{2})(?![0-9A-Z]))/gi,
    label: '[CNPJ]',
  },
  { pattern: /(?<!\d)(?=(\d{2}[\s.]?\d{3}[\s.]?\d{3}[\s/.-]?\d{4}[\s-]?\d{2})(?!\d))/g, label: '[CNPJ]' },
  { pattern: /(?<!\d)(?=(\d{3}[\s.]?\d{3}[\s.]?\d{3}[\s-]?\d{2})(?!\d))/g, label: '[CPF]' },
]

/**
 * Replaces every CPF and CNPJ in a text that a person typed, with or without punctuation or spaces. Keeps a number with
 * wrong check digits, because such a number is no CPF or CNPJ.
 */
export const redactText = (text: string): string =>
  CANDIDATES.reduce((redacted, { pattern, label }) => {
    const found = Array.from(redacted.matchAll(pattern), (match) => ({
      start: match.index,
      text: match[1] ?? '',
    }))
    return found
      .filter((candidate) => hasCheckDigits(candidate.text.replaceAll(/[\s./-]/g, '').toUpperCase()))
      .reduceRight(
        (rest, { start, text: document }) =>
          rest.slice(0, start) + label + rest.slice(start + document.length),
        redacted,
      )
  }, text)
