import { isDay, type Day } from '../time/day.ts'
import {
  CASE_KINDS,
  CASE_STATUSES,
  PAYOUT_STATES,
  POSITIONS,
  type CaseKind,
  type CaseStatus,
  type PayoutState,
  type Position,
} from '../values/status.ts'
import { parseRange, type Range } from '../time/range.ts'

type Given = Record<string, unknown>

const named = <Value extends string>(known: readonly Value[], value: unknown): Value | undefined =>
  known.find((one) => one === value)

/** The filters of the case list in the URL. Without a status the list shows open cases. */
export type CaseSearch = { kind?: CaseKind; status?: CaseStatus }

export function parseCaseSearch(search: Given): CaseSearch {
  const kind = named(CASE_KINDS, search['kind'])
  const status = named(CASE_STATUSES, search['status'])
  return { ...(kind && { kind }), ...(status && { status }) }
}

/** The filters of the payout list in the URL. `range` is the period of the transfer. */
export type PayoutSearch = { state?: PayoutState; range?: Range }

export function parsePayoutSearch(search: Given): PayoutSearch {
  const state = named(PAYOUT_STATES, search['state'])
  const range = parseRange(search['range'])
  return { ...(state && { state }), ...(range && { range }) }
}

/** The filter of the list of reconciliation exceptions in the URL. Without it the list shows open ones. */
export type ReconciliationSearch = { state?: 'closed' }

export function parseReconciliationSearch(search: Given): ReconciliationSearch {
  return search['state'] === 'closed' ? { state: 'closed' } : {}
}

/** The URL parameters of the balance page: the day of the balance, and the period of its chart. */
export type BalanceSearch = { day?: Day; range?: Range }

export function parseBalanceSearch(search: Given): BalanceSearch {
  const day = typeof search['day'] === 'string' && isDay(search['day']) ? search['day'] : undefined
  const range = parseRange(search['range'])
  return { ...(day && { day }), ...(range && { range }) }
}

/** The URL parameters of the statement: its period, one position, and the journal entry to start from. */
export type StatementSearch = { range?: Range; position?: Position; entry?: string }

export function parseStatementSearch(search: Given): StatementSearch {
  const range = parseRange(search['range'])
  const position = named(POSITIONS, search['position'])
  const entry = search['entry']
  return {
    ...(range && { range }),
    ...(position && { position }),
    ...(typeof entry === 'string' && entry !== '' && { entry }),
  }
}

/** Returns the id in `?detail=`, which old and short links have instead of a path. */
export function detailOf(search: Given): string | undefined {
  const detail = search['detail']
  return typeof detail === 'string' && detail !== '' ? detail : undefined
}
