import { Problem } from './problem.ts'

/** As IANA writes its zones. Offsets are none: PostgreSQL reads their sign the other way round. */
const WRITTEN = /^[A-Za-z][A-Za-z0-9_]*(\/[A-Za-z0-9_+-]+){0,2}$/

/** A time zone by its IANA name. @throws Problem validation_error naming `zone`. */
export function zoneOf(name: string): string {
  try {
    if (WRITTEN.test(name))
      return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw new Problem('validation_error', { fields: [{ path: 'zone', code: 'not_allowed' }] })
}
