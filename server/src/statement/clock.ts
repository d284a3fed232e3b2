/**
 * The date that assigns a line to a period: the date of the fact (`economic_at`), or the date on which the ledger posted
 * it (`posted_at`). A fact can be posted days later. Only the order of posting has a running balance.
 */
export const STATEMENT_CLOCKS = ['fact', 'posting'] as const
export type StatementClock = (typeof STATEMENT_CLOCKS)[number]

/** The length of a period without a start. */
export const WINDOW_MS = 30 * 86_400_000
