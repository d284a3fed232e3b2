import type { Scope } from './scopes.ts'

/** The rate limit of the account that a call counts against. */
export type Cost = 'read' | 'write' | 'search'

/** The calls per second that an account may make, by kind of call. */
export type Rates = Record<Cost, number>

/** The authenticated merchant and the API key of a call to the merchant API. */
export interface Caller {
  merchantId: string
  apiKeyId: string
  scopes: readonly Scope[]
  rates: Rates
}
