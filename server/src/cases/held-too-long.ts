import type { Clock } from '../kernel/clock.ts'
import type { FinancialCase } from './financial-case.entity.ts'

/** The return of a held payment is overdue if the payment is held for longer than this time, in milliseconds. */
export const HELD_TOO_LONG_MS = 60 * 60_000

/** Returns whether the automatic return of a held payment is overdue. A return that failed is not overdue. */
export const isReturnOverdue = (
  { kind, status, exception, openedAt }: Pick<FinancialCase, 'kind' | 'status' | 'exception' | 'openedAt'>,
  clock: Clock,
): boolean =>
  kind === 'held_payment' &&
  status === 'open' &&
  exception === null &&
  clock.now().getTime() - openedAt.getTime() > HELD_TOO_LONG_MS
