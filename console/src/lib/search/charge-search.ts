import { parseRange, type Range } from '../time/range.ts'
import { CHARGE_STATUSES, type ChargeStatus } from '../values/status.ts'

/**
 * The filters of the list of charges as the URL holds them. Every member is optional and a member that cannot be
 * understood is dropped, so that an old or mistyped link still opens the list.
 */
export type ChargeSearch = {
  /** Statuses with commas between: `paid,refunded`. */
  status?: string
  /** A moving period (`7d`) or two days (`2026-11-01..2026-11-20`), of creation. */
  range?: Range
  /** The merchant's own order reference, exact. */
  order?: string
  /** Free search. */
  q?: string
  /** Smallest amount, in centavos. */
  min?: string
  /** Largest amount, in centavos. */
  max?: string
  /** Only what was paid late, or more than once. */
  mark?: ChargeMark
}

/** What stands out about a payment. */
export const CHARGE_MARKS = ['late', 'duplicates'] as const

/** Paid after its time, or more than once. */
export type ChargeMark = (typeof CHARGE_MARKS)[number]

const TEXT_MAX = 200

const text = (value: unknown) => {
  const trimmed = typeof value === 'string' ? value.trim().slice(0, TEXT_MAX) : ''
  return trimmed === '' ? undefined : trimmed
}

const cents = (value: unknown) => (typeof value === 'string' && /^\d{1,18}$/.test(value) ? value : undefined)

/** The statuses named in a URL, in the order of the catalogue, unknown ones dropped. */
export function statusesIn(value: unknown): ChargeStatus[] {
  const named = typeof value === 'string' ? value.split(',') : []
  return CHARGE_STATUSES.filter((status) => named.includes(status))
}

/** Statuses as one member of the URL; all or none of them is no filter. */
export function statusText(statuses: readonly ChargeStatus[]): string | undefined {
  if (statuses.length === 0 || statuses.length === CHARGE_STATUSES.length) return undefined
  return CHARGE_STATUSES.filter((status) => statuses.includes(status)).join(',')
}

const defined = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))

/** Reads the filters from whatever stands in the URL. */
export function parseChargeSearch(search: Record<string, unknown>): ChargeSearch {
  return defined({
    status: statusText(statusesIn(search['status'])),
    range: parseRange(search['range']),
    order: text(search['order']),
    q: text(search['q']),
    min: cents(search['min']),
    max: cents(search['max']),
    mark: CHARGE_MARKS.find((mark) => mark === search['mark']),
  })
}
