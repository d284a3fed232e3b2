/**
 * The primary payment of charge `c`, for a lateral join. `offset 0` has it looked up charge by charge, also while the
 * tables are too young to have statistics; joined freely it would read every payment of the merchant.
 */
export const PRIMARY_PAYMENT = `(
    select id, settled_at from payment
    where merchant_id = c.merchant_id and charge_id = c.id and classification = 'primary' offset 0)`
