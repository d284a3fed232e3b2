import { CasesDocument } from '../../api/generated/graphql.ts'
import { defineListQuery } from '../../api/query.ts'
import type { CaseSearch } from './search.ts'

/** Returns the case filter for the URL parameters. Without a status the filter matches open cases. */
export const caseFilter = ({ kind, status = 'open' }: CaseSearch, merchantId: string | null) => ({
  merchantId,
  kind: kind ? [kind] : null,
  status: [status],
  hasException: null,
})

export const casesQuery = defineListQuery({
  document: CasesDocument,
  variables: (filter: ReturnType<typeof caseFilter>) => filter,
  rows: ({ cases }) => cases,
})
