import { parseRange, type Range } from '../../lib/time/range.ts'
import { oneOf } from '../../lib/search/one-of.ts'
import { CHARGE_STATUSES, type ChargeStatus } from '../../lib/values/status.ts'

/**
 * The filters of the charge list in the URL. An invalid filter is dropped, so that an old or mistyped link
 * still opens the list.
 */
export type ChargeSearch = {
  /** Comma-separated statuses: `paid,refunded`. */
  status?: string
  /** The period in which the charge was created: a preset (`7d`), two days (`2026-11-01..2026-11-20`) or two hours. */
  range?: Range
  /** The merchant's order reference, exact. */
  order?: string
  /** Full-text search. */
  q?: string
  /** Minimum amount, in centavos. */
  min?: string
  /** Maximum amount, in centavos. */
  max?: string
  /**
   * Selects charges that need attention, differ from the network, or were paid after their expiry or more than once.
   */
  mark?: ChargeMark
}

export const CHARGE_MARKS = ['attention', 'difference', 'late', 'duplicates'] as const

export type ChargeMark = (typeof CHARGE_MARKS)[number]

const TEXT_MAX = 200

const text = (value: unknown) => {
  const trimmed = typeof value === 'string' ? value.trim().slice(0, TEXT_MAX) : ''
  return trimmed === '' ? undefined : trimmed
}

const cents = (value: unknown) => (typeof value === 'string' && /^\d{1,18}$/.test(value) ? value : undefined)

/** Returns the statuses in a URL parameter, in the order of `CHARGE_STATUSES`. Drops unknown statuses. */
export function statusesIn(value: unknown): ChargeStatus[] {
  const named = typeof value === 'string' ? value.split(',') : []
  return CHARGE_STATUSES.filter((status) => named.includes(status))
}

/**
 * Returns the URL parameter for these statuses. Returns undefined, which means no filter, for all statuses or for none.
 */
export function statusText(statuses: readonly ChargeStatus[]): string | undefined {
  if (statuses.length === 0 || statuses.length === CHARGE_STATUSES.length) return undefined
  return CHARGE_STATUSES.filter((status) => statuses.includes(status)).join(',')
}

const defined = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))

export function parseChargeSearch(search: Record<string, unknown>): ChargeSearch {
  return defined({
    status: statusText(statusesIn(search['status'])),
    range: parseRange(search['range']),
    order: text(search['order']),
    q: text(search['q']),
    min: cents(search['min']),
    max: cents(search['max']),
    mark: oneOf(CHARGE_MARKS, search['mark']),
  })
}
