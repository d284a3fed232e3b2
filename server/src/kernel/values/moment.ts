import { z } from 'zod'

const FIRST = new Date('0001-01-01T00:00:00.000Z')
const LAST = new Date('9999-12-31T23:59:59.999Z')

/**
 * Returns whether an instant is in the years 1 to 9999 UTC. PostgreSQL cannot parse the ISO 8601 text of other years.
 */
export const isStorableMoment = (date: Date): boolean => date >= FIRST && date <= LAST

/** An ISO 8601 date-time with a time zone, as text. */
export const MomentText = z.iso.datetime({ offset: true })
