import { exports } from '../../lib/i18n/exports.ts'
import { sessionsView } from '../../shared/Sessions.tsx'

/**
 * The list of another person's sessions. The list has no query of its own: the query of the person includes the
 * sessions.
 */
export const staffSessionsList = {
  ...sessionsView,
  name: 'staff-sessions',
  filters: { staffId: [exports.actor] },
} as const
