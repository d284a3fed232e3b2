/** The names of the ledger's invariants, by number. */
export const INVARIANTS = {
  1: 'entries_balance',
  2: 'accounts_are_their_lines',
  3: 'positions_keep_their_sign',
  4: 'books_sum_to_zero',
  5: 'no_debt_beside_available',
  6: 'charges_add_up',
  7: 'payments_recorded_once',
  8: 'cases_hold_their_amount',
  9: 'reversals_mirror',
  10: 'chain_is_whole',
  11: 'journal_is_append_only',
  12: 'balance_is_the_statement',
  13: 'statement_walks_whole',
  14: 'keys_act_once',
  15: 'events_match_entries',
  16: 'network_agrees',
  17: 'payouts_match_entries',
  18: 'nothing_half_done',
  19: 'payouts_pay_their_lines',
} as const
export type InvariantNumber = keyof typeof INVARIANTS
