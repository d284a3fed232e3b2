/**
 * The operator that compares `merchant_id` in an SQL statement that also filters by ids. `is not distinct from` cannot
 * use an index on the merchant, so the planner uses the index on the ids. With `=`, stale statistics would make the
 * planner expect no rows of a new merchant. The planner would then use the index on the merchant and read all rows of
 * that merchant.
 */
export const SAME_MERCHANT = 'is not distinct from'
