import {
  LedgerVerdictDocument,
  ReconciliationDayDocument,
  ReconciliationExceptionsDocument,
  ReconciliationTotalsDocument,
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

/** Returns the query for the sums of the exceptions in a state. */
export const totalsQuery = (filter: { merchantId: string | null; state: State }) =>
  gqlQuery(ReconciliationTotalsDocument, filter)

/** Returns the query that compares a day with the Pix network and the payouts. */
export const dayQuery = (merchantId: string | null, date: string) =>
  gqlQuery(ReconciliationDayDocument, { merchantId, date })
