/**
 * The operator that compares `merchant_id` in a statement that also filters by ids. `is not distinct from` cannot use
 * an index, so the planner can only use the index on the ids. With `=`, stale statistics make the planner estimate
 * zero rows for a new merchant. The planner then reads all rows of that merchant.
 */
export const SAME_MERCHANT = 'is not distinct from'
