import { z } from 'zod'
import { Faults, text } from '../http/parse.ts'
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from './passwords/password.ts'
import { STAFF_ROLES } from './permissions.ts'

/** What is known of a person before they come in. The e-mail is kept in lower case. */
export const StaffFields = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  name: text(1, 120),
  role: z.enum(STAFF_ROLES),
})

export const Password = text(PASSWORD_CHARS_MIN, PASSWORD_CHARS_MAX)

const Why = z.object({ reason: z.string().trim().min(1).max(500) })

/**
 * Why something is done to a person's access, for the record; without blanks at its ends.
 * @throws Problem validation_error, field `reason`: none, or longer than 500 characters.
 */
export function readReason(given: string): string {
  const faults = new Faults()
  const read = faults.read(Why, { reason: given })
  faults.throwIfAny()
  if (!read) throw new Error('readReason: refused without a fault')
  return read.value.reason
}
