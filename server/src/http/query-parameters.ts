import { z } from 'zod'
import { fault } from '../kernel/input/faults.ts'
import { isStorableMoment, MomentText } from '../kernel/values/moment.ts'

/**
 * An ISO 8601 date-time with a time zone, as a Date. Fractions of a millisecond are rounded up, because stored times
 * have whole milliseconds.
 */
export const dateTime = MomentText.transform((value) => {
  const isFiner = /\.\d{3}\d*[1-9]/.test(value)
  return new Date(new Date(value).getTime() + (isFiner ? 1 : 0))
})
  .refine(isStorableMoment, { params: fault('format') })
  .meta({ type: 'string', format: 'date-time' })

/** The `limit` query parameter of a list, from 1 to `max`. */
export const limit = (max: number, byDefault: number) =>
  z
    .string()
    .transform((value, check) => {
      const isWritten = /^\d{1,4}$/.test(value)
      const wanted = isWritten ? Number(value) : 0
      if (wanted >= 1 && wanted <= max) return wanted
      check.addIssue({
        code: 'custom',
        params: { ...fault(isWritten ? 'out_of_range' : 'format'), hint: `De 1 a ${max}.` },
      })
      return z.NEVER
    })
    .default(byDefault)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: max,
      description: `De 1 a ${max}; ${byDefault} quando ausente`,
    })

const CURSOR_CHARS_MAX = 2_000

/** The published pattern of a cursor. Its characters need no encoding in a URL. */
export const CURSOR_PATTERN = '^[A-Za-z0-9._-]+$'

/** The `cursor` query parameter of a list: the `next_cursor` of the previous page. */
export const cursor = z
  .string()
  .refine((value) => value !== '' && value.length <= CURSOR_CHARS_MAX, {
    params: fault('format', 'invalid_cursor'),
  })
  .meta({ minLength: 1, maxLength: CURSOR_CHARS_MAX, pattern: CURSOR_PATTERN })
  .optional()
