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

/** A text that somebody typed, with every CPF and CNPJ in it taken out. */
export const redactText = (text: string): string =>
  text
    .replaceAll(/(?<!\d)\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2}(?!\d)/g, (found) =>
      isDocument(found, 12) ? '[CNPJ]' : found,
    )
    .replaceAll(/(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)/g, (found) =>
      isDocument(found, 9) ? '[CPF]' : found,
    )

/** Whether the last two digits are the check digits of those before. */
function isDocument(text: string, bodyLength: number): boolean {
  const digits = Array.from(text.replaceAll(/\D/g, ''), Number)
  const first = checkDigit(digits.slice(0, bodyLength))
  const second = checkDigit([...digits.slice(0, bodyLength), first])
  return digits[bodyLength] === first && digits[bodyLength + 1] === second
}

/** Weights grow from 2 at the right; those of a CNPJ, which is longer, begin anew after 9. */
function checkDigit(digits: number[]): number {
  const weightMax = digits.length > 11 ? 8 : digits.length
  const sum = digits.toReversed().reduce((all, digit, n) => all + digit * (2 + (n % weightMax)), 0)
  const rest = (sum * 10) % 11
  return rest === 10 ? 0 : rest
}
