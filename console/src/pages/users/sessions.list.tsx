import { exports } from '../../lib/i18n/exports.ts'
import { sessionsView } from '../../shared/Sessions.tsx'

/** The list of another person's sessions. It has no query: the query of the person loads the sessions. */
export const staffSessionsList = {
  ...sessionsView,
  name: 'staff-sessions',
  filters: { staffId: [exports.actor] },
} as const
