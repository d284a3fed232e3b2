import { defineList } from '../../api/define-list.ts'
import { sessionsView } from '../../shared/Sessions.tsx'
import { mySessionsQuery } from './queries.ts'

/** The sessions of the signed-in person. */
export const mySessionsList = defineList({
  ...sessionsView,
  name: 'own-sessions',
  ...mySessionsQuery,
  filters: {},
})
