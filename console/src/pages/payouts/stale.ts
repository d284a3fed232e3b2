/** What is asked for again once a payout has moved money. */
export const STALE = ['Payout', 'Payouts', 'Balance', 'PayoutRoom', 'Statement', 'Home']
