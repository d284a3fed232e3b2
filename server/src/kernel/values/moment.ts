import { z } from 'zod'

const FIRST = new Date('0001-01-01T00:00:00.000Z')
const LAST = new Date('9999-12-31T23:59:59.999Z')

/** Whether an instant lies in the years 1 to 9999 UTC: others have no text that PostgreSQL reads. */
export const isStorableMoment = (date: Date): boolean => date >= FIRST && date <= LAST

/** A date-time of ISO 8601 with a zone, as text. */
export const MomentText = z.iso.datetime({ offset: true })
