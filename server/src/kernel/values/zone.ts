import { Problem } from '../problem.ts'

/**
 * The form of an IANA zone name. Offsets such as `-03:00` do not match, because PostgreSQL gives their sign the
 * opposite meaning.
 */
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_]*(\/[A-Za-z0-9_+-]+){0,2}$/

/** Returns `name` if it is a known IANA time zone. @throws Problem validation_error with the field `zone`. */
export function checkZone(name: string): string {
  if (ZONE_NAME.test(name) && isKnown(name)) return name
  throw new Problem('validation_error', { fields: [{ path: 'zone', code: 'not_allowed' }] })
}

function isKnown(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
