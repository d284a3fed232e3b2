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

/** The filters of the list of cases as the URL holds them; without a status it lists what is open. */
export type CaseSearch = { kind?: CaseKind; status?: CaseStatus }

/** Reads them; what is not understood is dropped. */
export function parseCaseSearch(search: Given): CaseSearch {
  const kind = named(CASE_KINDS, search['kind'])
  const status = named(CASE_STATUSES, search['status'])
  return { ...(kind && { kind }), ...(status && { status }) }
}

/** The filters of the list of payouts: their state, and the period in which they were made. */
export type PayoutSearch = { state?: PayoutState; range?: Range }

/** Reads them; what is not understood is dropped. */
export function parsePayoutSearch(search: Given): PayoutSearch {
  const state = named(PAYOUT_STATES, search['state'])
  const range = parseRange(search['range'])
  return { ...(state && { state }), ...(range && { range }) }
}

/** Which differences are listed; without it, those that wait. */
export type ReconciliationSearch = { state?: 'closed' }

/** Reads it; what is not understood is dropped. */
export function parseReconciliationSearch(search: Given): ReconciliationSearch {
  return search['state'] === 'closed' ? { state: 'closed' } : {}
}

/** The day a balance is shown as of, and the period of its chart. */
export type BalanceSearch = { day?: Day; range?: Range }

/** Reads them; what is not understood is dropped. */
export function parseBalanceSearch(search: Given): BalanceSearch {
  const day = typeof search['day'] === 'string' && isDay(search['day']) ? search['day'] : undefined
  const range = parseRange(search['range'])
  return { ...(day && { day }), ...(range && { range }) }
}

/** The period of a statement, the one position whose lines are shown, and the entry that it begins with. */
export type StatementSearch = { range?: Range; position?: Position; entry?: string }

/** Reads them; what is not understood is dropped. */
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

/** The id that an older or shorter link carries beside the list: `?detail=`. */
export function detailOf(search: Given): string | undefined {
  const detail = search['detail']
  return typeof detail === 'string' && detail !== '' ? detail : undefined
}
