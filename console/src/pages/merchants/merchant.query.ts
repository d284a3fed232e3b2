import { MerchantDocument, type MerchantQuery } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'

export type MerchantDetail = MerchantQuery['merchant']

export function merchantQuery(id: string) {
  return gqlQuery(MerchantDocument, { id })
}
