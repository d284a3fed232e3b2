import {
  LedgerVerdictDocument,
  ReconciliationExceptionsDocument,
  type ReconciliationExceptionsQuery,
} from '../../api/generated/graphql.ts'
import { defineListQuery, gqlQuery } from '../../api/query.ts'

type State = ReconciliationExceptionsQuery['reconciliationExceptions']['nodes'][number]['state']

export const exceptionsQuery = defineListQuery({
  document: ReconciliationExceptionsDocument,
  variables: (filter: { merchantId: string | null; state: State }) => filter,
  rows: ({ reconciliationExceptions }) => reconciliationExceptions,
})

export const verdictQuery = gqlQuery(LedgerVerdictDocument, {})
