import { CasesDocument } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'

/** The maximum number of cases that a page shows. */
export const SHOWN_MAX = 10

/** The query of the open cases of a merchant. The query reads one case more than a page shows. */
export const blockedCasesQuery = (merchantId: string) =>
  gqlQuery(CasesDocument, { merchantId, status: ['open'], first: SHOWN_MAX + 1 })
