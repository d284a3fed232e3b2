/**
 * The date that decides whether a line of the statement belongs to a period: the date of the fact (`economic_at`), or
 * the posting date (`posted_at`). A fact can be posted days after it happened. A running balance exists only in the
 * order of posting.
 */
export const STATEMENT_CLOCKS = ['fact', 'posting'] as const
export type StatementClock = (typeof STATEMENT_CLOCKS)[number]

/** The length of a period whose start is not given, in milliseconds. */
export const WINDOW_MS = 30 * 86_400_000
