import { useQuery } from '@tanstack/react-query'
import { isTestEnvironment, shownTestAccount } from '../../lib/environment.ts'
import { TestAccountDocument } from '../generated/graphql.ts'
import { gqlQuery } from '../query.ts'

/**
 * Loads the state of a merchant's test account. The result contains null before the first test key of the merchant was
 * created.
 */
export const testAccountQuery = (merchantId: string) => gqlQuery(TestAccountDocument, { merchantId })

/**
 * Returns the test account that the page shows; null in production, while the account loads, and before the first test
 * key of the merchant was created.
 */
export function useTestAccount() {
  const id = shownTestAccount()
  const { data } = useQuery({ ...testAccountQuery(id ?? ''), enabled: id !== null })
  return data?.testAccount ?? null
}

/**
 * Returns whether the merchant has an account in the environment that the page shows. In the test environment, the
 * account of a merchant exists after the first test key was created. The layout route has loaded the state before a
 * page opens.
 */
export function useHasAccount(): boolean {
  const account = useTestAccount()
  return account !== null || !isTestEnvironment()
}
