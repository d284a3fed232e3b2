import { MerchantListDocument } from '../../api/generated/graphql.ts'
import { defineListQuery } from '../../api/query.ts'

export const merchantListQuery = defineListQuery({
  document: MerchantListDocument,
  variables: () => ({}),
  rows: ({ merchants }) => merchants,
})
