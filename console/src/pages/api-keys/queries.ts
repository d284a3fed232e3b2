import { ApiKeysDocument } from '../../api/generated/graphql.ts'
import { defineListQuery } from '../../api/query.ts'

export const apiKeysQuery = defineListQuery({
  document: ApiKeysDocument,
  variables: (filter: { merchantId: string }) => filter,
  rows: ({ apiKeys }) => apiKeys,
})
