/** The number of journal entries whose sums a row of `statement_block_total` stores. */
export const BLOCK_ENTRIES = 2_000n
/** The number of lines of the account `available` whose sums a row of `payout_line_block` stores. */
export const BLOCK_LINES = 1_000n
