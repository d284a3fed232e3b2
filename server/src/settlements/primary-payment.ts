/**
 * The primary payment of charge `c`, for a lateral join. `offset 0` forces one index lookup per charge. Without it, and
 * with stale statistics, the planner reads every payment of the merchant.
 */
export const PRIMARY_PAYMENT = `(
    select id, settled_at from payment
    where merchant_id = c.merchant_id and charge_id = c.id and classification = 'primary' offset 0)`
