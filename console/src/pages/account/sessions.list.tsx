import { defineList } from '../../api/define-list.ts'
import { MySessionsDocument, type MySessionsQuery } from '../../api/generated/graphql.ts'
import { sessionsView } from '../../shared/Sessions.tsx'

/** The sessions of the signed-in person. */
export const mySessionsList = defineList({
  ...sessionsView,
  name: 'own-sessions',
  document: MySessionsDocument,
  variables: () => ({}),
  rows: ({ mySessions }: MySessionsQuery) => mySessions,
  filters: {},
})
