/**
 * Returns the SQL condition that the rows of a merchant are hidden, because the merchant moves to another cell.
 * `merchants` compares with the merchants of a function, such as `= p_merchant`. A function that reads such rows before it
 * writes must check the condition in the statement that reads. The rows may be visible again in its next statement.
 */
export const isAway = (merchants: string): string => `exists (select from public.merchant_move v
      where v.merchant_id ${merchants} and v.state in ('frozen', 'left', 'arriving'))`

/**
 * Refuses a merchant whose rows are hidden. The SQLSTATE is that of an unavailable lock, so that callers try again later.
 */
export const REFUSE = `raise exception 'a merchant moves to another cell' using errcode = 'lock_not_available';`
