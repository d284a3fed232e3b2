import { MerchantDocument, type MerchantQuery } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'

/** A merchant as its page reads it. */
export type MerchantDetail = MerchantQuery['merchant']

/** One merchant with its terms and their history. */
export function merchantQuery(id: string) {
  return gqlQuery(MerchantDocument, { id })
}
