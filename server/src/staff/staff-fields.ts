import { z } from 'zod'
import { Faults } from '../kernel/input/faults.ts'
import { text } from '../kernel/input/fields.ts'
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from './passwords/password.ts'
import { STAFF_ROLES } from './permissions.ts'

/** Validates the fields of a new person. Converts the e-mail to lower case. */
export const StaffFields = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  name: text(1, 120),
  role: z.enum(STAFF_ROLES),
})

export const Password = text(PASSWORD_CHARS_MIN, PASSWORD_CHARS_MAX)

const Reason = z.object({ reason: z.string().trim().min(1).max(500) })

/**
 * Returns the reason for the audit log, trimmed.
 * @throws Problem validation_error, field `reason`: the reason is empty or longer than 500 characters.
 */
export function readReason(input: string): string {
  const faults = new Faults()
  const read = faults.read(Reason, { reason: input })
  faults.throwIfAny()
  if (!read) throw new Error('BUG: readReason: validation failed but reported no field')
  return read.value.reason
}
