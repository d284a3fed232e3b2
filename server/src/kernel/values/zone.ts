import { Problem } from '../problem.ts'

/** As IANA writes its zones. Offsets are none: PostgreSQL reads their sign the other way round. */
const WRITTEN = /^[A-Za-z][A-Za-z0-9_]*(\/[A-Za-z0-9_+-]+){0,2}$/

/** A time zone by its IANA name, as it was given. @throws Problem validation_error naming `zone`. */
export function checkZone(name: string): string {
  if (WRITTEN.test(name) && isKnown(name)) return name
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
