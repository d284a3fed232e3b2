import { z } from 'zod'
import { text } from '../http/parse.ts'
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from './password.ts'
import { STAFF_ROLES } from './permissions.ts'

/** What is known of a person before they come in. The e-mail is kept in lower case. */
export const StaffFields = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  name: text(1, 120),
  role: z.enum(STAFF_ROLES),
})

export const Password = text(PASSWORD_CHARS_MIN, PASSWORD_CHARS_MAX)

/** Why something was done to a person's access, for the record. */
export const Reason = z.string().trim().min(1).max(500)
