import { hasCheckDigits } from '../kernel/values/document.ts'

/** What a line says of a change: plain values by name. */
export type AuditValues = Record<string, string | number | boolean | null | readonly string[]>

/** What has no place on a record that nobody can correct, whoever put it there. */
const SECRET_NAME = /password|token|document|secret(?!_last4)|(^|_)key$/i
const GONE = '[…]'

/** The values of a change without secrets, keys and documents. */
export const redactValues = (values: AuditValues): AuditValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (SECRET_NAME.test(name) && typeof value === 'string') return [name, GONE]
      return [name, typeof value === 'string' ? redactText(value) : value]
    }),
  )

const LETTERED_CNPJ =
  /(?<![0-9A-Z])[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}\/?[0-9A-Z]{4}-?\d{2}(?![0-9A-Z])/gi
const CNPJ = /(?<!\d)\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}(?!\d)/g
const CPF = /(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g

/** Replaces every CPF and CNPJ in a text that somebody typed. Only right check digits tell one from other numbers. */
export const redactText = (text: string): string =>
  text
    .replaceAll(LETTERED_CNPJ, (found) => (endsRight(found) ? '[CNPJ]' : found))
    .replaceAll(CNPJ, (found) => (endsRight(found) ? '[CNPJ]' : found))
    .replaceAll(CPF, (found) => (endsRight(found) ? '[CPF]' : found))

const endsRight = (found: string): boolean => hasCheckDigits(found.replaceAll(/[.\-/]/g, '').toUpperCase())
