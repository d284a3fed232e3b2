import type { Scope } from './scopes.ts'

/** The kind of a call to the merchant API. Each account has a separate rate limit for each kind. */
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
