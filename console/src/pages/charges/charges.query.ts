import { ChargesDocument, type ChargeFilter } from '../../api/generated/graphql.ts'
import { pagesOf } from '../../api/query.ts'

/** How many charges a page holds. */
export const PAGE_SIZE = 50

/** The charges a filter lets through, newest first, page by page. */
export function chargesQuery(filter: ChargeFilter) {
  return {
    ...pagesOf(ChargesDocument, { filter, first: PAGE_SIZE }, ({ charges }) => charges),
    // Whoever comes to the list wants what is newest now; only a reader's rows stay where they are.
    refetchOnMount: 'always' as const,
  }
}
