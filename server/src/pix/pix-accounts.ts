import type { PixProvider } from './provider.ts'

/** The account whose connection comes from the settings `PIX_*`. */
export const DEFAULT_PIX_ACCOUNT = 'default'

/**
 * Returns the name of something that each account has, such as a ledger account or a job: `name` for the account
 * `default`, and `name:<account id>` for every other account.
 */
export const nameOfAccount = <Name extends string>(
  name: Name,
  accountId: string,
): Name | `${Name}:${string}` => (accountId === DEFAULT_PIX_ACCOUNT ? name : `${name}:${accountId}`)

/**
 * Returns the name that an account of the cell `from` has in the cell `to`. In its own cell, the name is the id of the
 * account. In every other cell, the id of the cell and a slash precede the id of the account.
 */
export function accountInCell(accountId: string, { from, to }: { from: string; to: string }): string {
  const own = `${to}/`
  if (accountId.startsWith(own)) return accountId.slice(own.length)
  return from === to || isOfOtherCell(accountId) ? accountId : `${from}/${accountId}`
}

/** Returns whether a name is that of an account of another cell. */
export const isOfOtherCell = (accountId: string): boolean => accountId.includes('/')

/** The receiving accounts of the service, each at one PSP. */
export interface PixAccounts {
  /**
   * Returns the provider of an account. If the account is unknown or turned off, every call of the provider returns
   * `unavailable` without a request.
   */
  of(accountId: string): PixProvider
  /** Returns the ids of the accounts that are not turned off. Only these accounts can have open charges. */
  ids(): Promise<readonly string[]>
  /** Returns the ids of the accounts that this process avoids for new charges, because their PSP fails. */
  avoided(): Promise<readonly string[]>
  /**
   * Returns when the client certificate that this process uses for an account expires. Returns undefined if the account
   * has none, is unknown or is turned off.
   */
  certificateEndsAt(accountId: string): Promise<Date | undefined>
}

/** The context of use cases that call the PSPs. */
export interface WithPix {
  readonly pix: PixAccounts
}

/** Returns accounts for which `of` always returns `provider`, and `ids` returns only the account `default`. */
export const onlyAccount = (provider: PixProvider): PixAccounts => ({
  of: () => provider,
  ids: () => Promise.resolve([DEFAULT_PIX_ACCOUNT]),
  avoided: () => Promise.resolve([]),
  certificateEndsAt: () => Promise.resolve(undefined),
})

/** Returns `accounts` with each provider replaced by the result of `wrap`. */
export const mapProviders = (
  accounts: PixAccounts,
  wrap: (provider: PixProvider) => PixProvider,
): PixAccounts => ({
  of: (accountId) => wrap(accounts.of(accountId)),
  ids: () => accounts.ids(),
  avoided: () => accounts.avoided(),
  certificateEndsAt: (accountId) => accounts.certificateEndsAt(accountId),
})
