import { isUuid } from '../kernel/ids.ts'
import { Problem } from '../kernel/problem.ts'

/** A merchant's id as the database takes it. @throws Problem not_found, reason `account_not_found`, when malformed. */
export function merchantIdOf(text: string): string {
  if (!isUuid(text)) throw new Problem('not_found', { reason: 'account_not_found' })
  return text.toLowerCase()
}

/** Whose things are asked for: one merchant's, or everybody's (null). @throws Problem as `merchantIdOf`. */
export const someMerchantIdOf = (text: string | null | undefined): string | null =>
  text ? merchantIdOf(text) : null
