import { Problem } from './problem.ts'

/** Returns the name of the field at a path: `amountCents` for `refund.amount_cents`. */
const fieldName = (path: string): string =>
  (path.split('.').at(-1) ?? '').replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())

/** Returns the names of the fields that the server refused; none when it refused something else. */
export function refusedFields(error: unknown): string[] {
  return error instanceof Problem ? Object.keys(error.fields).map(fieldName) : []
}
