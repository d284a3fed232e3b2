import { isUuid } from './ids.ts'
import type { Scope } from './scopes.ts'

/** The kind of a call to the merchant API. A merchant has a separate rate limit for each kind. */
export type Cost = 'read' | 'write' | 'search'

/** The calls per second that a merchant may make, by kind of call. */
export type Rates = Record<Cost, number>

/** The merchant and the API key that were authenticated for a call to the merchant API. */
export interface Caller {
  merchantId: string
  apiKeyId: string
  scopes: readonly Scope[]
  rates: Rates
}

const KEY_ACTOR = 'api-key:'

/** Returns the actor for calls with an API key. */
export const actorOfKey = (apiKeyId: string): string => `${KEY_ACTOR}${apiKeyId}`

/** Returns the id of the API key of an actor; null if the actor is not an API key. */
export function apiKeyIdOf(actor: string): string | null {
  const id = actor.startsWith(KEY_ACTOR) ? actor.slice(KEY_ACTOR.length) : ''
  return isUuid(id) ? id : null
}
