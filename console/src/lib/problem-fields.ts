import { problemText } from './i18n/problems.ts'
import { Problem } from './problem.ts'
import type { Text } from './text.ts'

/** Returns the name of the field at a path: `amountCents` for `refund.amount_cents`. */
const fieldName = (path: string): string =>
  (path.split('.').at(-1) ?? '').replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())

/** Returns the names of the fields that the server refused; an empty array when the error is about no field. */
export function refusedFields(error: unknown): string[] {
  return error instanceof Problem ? Object.keys(error.fields).map(fieldName) : []
}

/** The error texts to show at the fields that the server refused. */
interface FieldRefusals {
  byField: readonly { name: string; text: Text }[]
  /** Whether the texts at the fields explain the whole refusal. If false, the form also shows the error. */
  isExplained: boolean
}

/**
 * Returns the error texts of the fields that the server refused. If the server refused one field, the field shows the
 * reason. If the server refused several fields, the field of the reason is unknown, so the form shows the reason. `own`
 * has the texts of fields that the server refused without a reason.
 */
export function fieldRefusals(error: unknown, own: Partial<Record<string, Text>> = {}): FieldRefusals {
  const names = refusedFields(error)
  if (!(error instanceof Problem) || names.length === 0) return { byField: [], isExplained: false }
  const { code, reason } = error
  const generic = problemText({ code, reason: null })
  const hasOneReason = reason !== null && names.length === 1
  const byField = names.map((name) => ({
    name,
    text: hasOneReason ? problemText(error) : reason === null ? (own[name] ?? generic) : generic,
  }))
  const isNamed = byField.every(({ text }) => text !== generic)
  return { byField, isExplained: isNamed && (reason === null || hasOneReason) }
}
