import { PixAccountsDocument, type PixAccountFieldsFragment } from '../../api/generated/graphql.ts'
import { gqlQuery } from '../../api/query.ts'

export type Account = PixAccountFieldsFragment

export const pixAccountsQuery = gqlQuery(PixAccountsDocument, {})
