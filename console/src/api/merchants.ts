import { useQuery, type QueryClient } from '@tanstack/react-query'
import { redirect, useSearch } from '@tanstack/react-router'
import { writeLocalStorage, readLocalStorage } from '../lib/storage.ts'
import { useTestAccount } from './environment/test-account.ts'
import { MerchantsDocument, type MerchantFieldsFragment } from './generated/graphql.ts'
import { tabOwner } from './person.ts'
import { gqlQuery } from './query.ts'
import { send } from './send.ts'

/** The value of the search parameter `merchant` that selects all merchants. */
export const ALL_MERCHANTS = 'all'

const KEY = 'console.merchant'

/**
 * Returns the text to store for a chosen merchant. The text contains the id of the person who made the choice, so that
 * the choice does not apply to another person at this browser.
 */
const storedChoice = (merchantId: string): string => `${tabOwner()} ${merchantId}`

/** Returns the merchant id of a stored choice; null when another person made the choice. */
function merchantOfStoredChoice(stored: string | null): string | null {
  const prefix = storedChoice('')
  return stored?.startsWith(prefix) === true ? stored.slice(prefix.length) : null
}

export const merchantsQuery = { ...gqlQuery(MerchantsDocument, {}), staleTime: 60_000 }

/**
 * Loads the merchants in parallel with the query `me`. Ignores errors, because this loader also runs before a sign-in,
 * when the person must see neither an error nor a challenge.
 */
export async function prefetchMerchants(client: QueryClient): Promise<void> {
  const { queryKey } = merchantsQuery
  if (client.getQueryData(queryKey) !== undefined) return
  const found = await send(MerchantsDocument, {}).catch(() => undefined)
  if (found) client.setQueryData(queryKey, found)
}

/**
 * Returns the merchant for a page whose URL names none: the last chosen merchant, otherwise the only merchant,
 * otherwise all merchants. `merchants` is null if the list could not be loaded; the function then returns the last
 * choice unchecked.
 */
export function defaultMerchant(merchants: readonly MerchantFieldsFragment[] | null): string {
  const last = readLocalStorage(KEY)
  if (merchants === null) return merchantOfStoredChoice(last) ?? ALL_MERCHANTS
  const chosen = merchants.find(({ id }) => storedChoice(id) === last)
  if (chosen) return chosen.id
  const [only, ...others] = merchants
  return only && others.length === 0 ? only.id : ALL_MERCHANTS
}

export function storeMerchantChoice(id: string): void {
  writeLocalStorage(KEY, id === ALL_MERCHANTS ? null : storedChoice(id))
}

/** Returns the merchant chosen in the URL; null for all merchants. */
export function useMerchantChoice(): string | null {
  const merchant = useSearch({ strict: false, select: (search) => search.merchant })
  return merchant === undefined || merchant === ALL_MERCHANTS ? null : merchant
}

interface LoadedPage {
  location: { pathname: string; search: Record<string, unknown> }
}

/**
 * Redirects a link whose parameter `of` names a merchant to the same page with this merchant as the chosen one. Use it
 * for lists that follow the chosen merchant.
 */
export function chooseOwner({ location: { pathname, search } }: LoadedPage): void {
  const { of, ...others } = search
  if (typeof of === 'string')
    throw redirect({ to: pathname, search: { ...others, merchant: of }, replace: true })
}

/** Returns the merchant of the record that the page shows, otherwise the chosen merchant; null for all merchants. */
export function useShownMerchant(): string | null {
  const owner = useSearch({ strict: false, select: (search) => search.of })
  const choice = useMerchantChoice()
  return owner ?? choice
}

/**
 * Returns the merchant's id on a page that shows one merchant. `MerchantGate` opens such a page only with a merchant.
 */
export function useMerchantId(): string {
  const shown = useShownMerchant()
  if (shown === null) throw new Error('BUG: a page of one merchant was opened outside MerchantGate')
  return shown
}

/**
 * Returns the name of the chosen merchant; null for all merchants. Returns the id while the list of merchants loads. So
 * a sentence about one merchant never appears as a sentence about all merchants.
 */
export function useMerchantName(): string | null {
  const id = useMerchantChoice()
  const { data } = useQuery(merchantsQuery)
  return data?.merchants.find((merchant) => merchant.id === id)?.name ?? id
}

/**
 * Returns the shown merchant with its terms; undefined while loading or for all merchants. The terms of a test account
 * are those of the merchant when the account was created.
 */
export function useMerchant(): MerchantFieldsFragment | undefined {
  const id = useShownMerchant()
  const { data } = useQuery(merchantsQuery)
  const account = useTestAccount()
  const found = data?.merchants.find((merchant) => merchant.id === id)
  return found && account ? { ...found, terms: account.terms } : found
}
