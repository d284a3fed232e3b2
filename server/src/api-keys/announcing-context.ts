import type { Context } from '../kernel/context.ts'
import type { ApiKey } from './api-key.entity.ts'

/** A context that may announce new keys. Any `Context` can be passed as an `AnnouncingContext`. */
export interface AnnouncingContext extends Context {
  /** Announces a new key to the processes that choose a database by the key; absent if there is only one database. */
  readonly announceKey?: (key: Pick<ApiKey, 'merchantId' | 'hash'>) => Promise<void>
}
