import type { Context } from '../kernel/context.ts'
import type { CreateMerchant } from './create-merchant.ts'
import type { Merchant } from './merchant.entity.ts'

/** A context that may choose a cell (database) for new merchants. Any `Context` can be passed as a `PlacingContext`. */
export interface PlacingContext extends Context {
  /** Creates a merchant in one of several cells. Absent if there is only one cell. */
  readonly placeMerchant?: (input: CreateMerchant) => Promise<Merchant>
}
