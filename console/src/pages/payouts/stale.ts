import { MONEY_MOVED } from '../../api/action.ts'

/** What is asked for again once a payout has moved money. */
export const STALE = ['Payout', 'Payouts', 'PayoutHistory', ...MONEY_MOVED]
