import { MySessionsDocument } from '../../api/generated/graphql.ts'
import { defineListQuery } from '../../api/query.ts'

export const mySessionsQuery = defineListQuery({
  document: MySessionsDocument,
  variables: () => ({}),
  rows: ({ mySessions }) => mySessions,
})
