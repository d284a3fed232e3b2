import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { writeLocalStorage, readLocalStorage } from '../lib/storage.ts'
import { MerchantsDocument, type MerchantFieldsFragment } from './generated/graphql.ts'
import { tabOwner } from './person.ts'
import { gqlQuery } from './query.ts'
import { send } from './send.ts'

/** In the URL, for every merchant at once. */
export const ALL_MERCHANTS = 'all'

const KEY = 'console.merchant'

/** What the browser keeps of a choice: only the same person finds it. */
const storedChoice = (merchantId: string): string => `${tabOwner()} ${merchantId}`

/** The merchant of such a choice, when this person made it. */
function merchantOfStoredChoice(kept: string | null): string | null {
  const mark = storedChoice('')
  return kept?.startsWith(mark) === true ? kept.slice(mark.length) : null
}

/** Every merchant this person may see. */
export const merchantsQuery = { ...gqlQuery(MerchantsDocument, {}), staleTime: 60_000 }

/** Reads them before it is known who asks: for whoever turns out to be nobody, nothing is said and nothing asked. */
export async function prefetchMerchants(client: QueryClient): Promise<void> {
  const { queryKey } = merchantsQuery
  if (client.getQueryData(queryKey) !== undefined) return
  const found = await send(MerchantsDocument, {}).catch(() => undefined)
  if (found) client.setQueryData(queryKey, found)
}

/**
 * The merchant a page opens with when its link names none: the last one chosen, or the only one there is. Without the
 * list of merchants (null) the last one chosen is taken on trust.
 */
export function defaultMerchant(merchants: readonly MerchantFieldsFragment[] | null): string {
  const last = readLocalStorage(KEY)
  if (merchants === null) return merchantOfStoredChoice(last) ?? ALL_MERCHANTS
  const chosen = merchants.find(({ id }) => storedChoice(id) === last)
  if (chosen) return chosen.id
  const [only, ...others] = merchants
  return only && others.length === 0 ? only.id : ALL_MERCHANTS
}

/** Keeps the choice for the next visit. */
export function storeMerchantChoice(id: string): void {
  writeLocalStorage(KEY, id === ALL_MERCHANTS ? null : storedChoice(id))
}

/** The merchant chosen in the frame, or null for all of them. */
export function useMerchantChoice(): string | null {
  const merchant = useSearch({ strict: false, select: (search) => search.merchant })
  return merchant === undefined || merchant === ALL_MERCHANTS ? null : merchant
}

/** The merchant of a page that shows one at a time. Such a page is only opened once one is chosen. */
export function useMerchantId(): string {
  const choice = useMerchantChoice()
  if (choice === null) throw new Error('This page needs a merchant')
  return choice
}

/** The merchant chosen, with its name and terms, once known. */
export function useMerchant(): MerchantFieldsFragment | undefined {
  const id = useMerchantChoice()
  const { data } = useQuery(merchantsQuery)
  return data?.merchants.find((merchant) => merchant.id === id)
}
