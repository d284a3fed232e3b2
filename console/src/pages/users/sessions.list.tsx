import { exports } from '../../lib/i18n/exports.ts'
import { sessionsView } from '../../shared/Sessions.tsx'

/** The sessions of another person. The query of that person loads them. */
export const staffSessionsList = {
  ...sessionsView,
  name: 'staff-sessions',
  filters: { staffId: [exports.actor] },
} as const
