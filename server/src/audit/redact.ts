import { hasCheckDigits } from '../kernel/values/document.ts'

/** The values of a change by name. */
export type AuditValues = Record<string, string | number | boolean | null | readonly string[]>

/** Names of values that must not enter the audit log, which nobody can correct later. */
const SECRET_NAME = /password|token|document|secret(?!_last4)|(^|_)key$/i
const REDACTED = '[…]'

/** Replaces secrets, keys and documents in the values of a change. */
export const redactValues = (values: AuditValues): AuditValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (SECRET_NAME.test(name) && typeof value === 'string') return [name, REDACTED]
      return [name, typeof value === 'string' ? redactText(value) : value]
    }),
  )

const LETTERED_CNPJ =
  /(?<![0-9A-Z])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}(?![0-9A-Z])/gi
const CNPJ = /(?<!\d)\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}(?!\d)/g
const CPF = /(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g

/** Replaces every CPF and CNPJ in a typed text. Valid check digits distinguish them from other numbers. */
export const redactText = (text: string): string =>
  text
    .replaceAll(LETTERED_CNPJ, (found) => (isValid(found) ? '[CNPJ]' : found))
    .replaceAll(CNPJ, (found) => (isValid(found) ? '[CNPJ]' : found))
    .replaceAll(CPF, (found) => (isValid(found) ? '[CPF]' : found))

const isValid = (found: string): boolean => hasCheckDigits(found.replaceAll(/[.\-/]/g, '').toUpperCase())
